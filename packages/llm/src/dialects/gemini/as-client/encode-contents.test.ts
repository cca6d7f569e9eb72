import { describe, expect, it } from 'vitest'
import type { Message, ModelRequest, Part } from '../../../canonical/request.ts'
import { plainRequest } from '../../../testing/plain-request.ts'
import { encodeContents } from './encode-contents.ts'
import { unsignedCall } from '../signatures.ts'

const requestOf = (
  messages: readonly Message[],
  others: Partial<ModelRequest> = {},
): ModelRequest => ({
  ...plainRequest,
  model: 'gemini-2.5-flash',
  usageAsked: true,
  messages,
  ...others,
})

const message = (role: Message['role'], ...parts: Part[]): Message => ({ role, name: null, parts })
const text = (said: string): Part => ({ kind: 'text', text: said })
const call = (id: string, name: string, signature?: string): Part => ({
  kind: 'tool-call',
  id,
  name,
  arguments: '{"a":1}',
  ...(signature === undefined ? {} : { signature }),
})
const result = (id: string, ...parts: Part[]): Part => ({ kind: 'tool-result', id, parts })
const contentsOf = (...messages: Message[]) => encodeContents(requestOf(messages)).contents
const source = { kind: 'data', mediaType: 'image/png', base64: 'AAAA' } as const
const picture: Part = { kind: 'image', detail: null, source }

describe('roles', () => {
  it('alternate: what one side said in a row is one content', () => {
    expect(
      contentsOf(
        message('user', text('a')),
        message('user', text('b')),
        message('assistant', call('1', 'f'), call('2', 'g')),
        message('tool', result('1', text('x'))),
        message('tool', result('2', text('y'))),
        message('user', text('c')),
      ),
    ).toMatchObject([
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'model', parts: [{ functionCall: { id: '1' } }, { functionCall: { id: '2' } }] },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: '1', name: 'f' } },
          { functionResponse: { id: '2', name: 'g' } },
          { text: 'c' },
        ],
      },
    ])
  })

  it('put instructions first, and those that come later where they stood', () => {
    const encoded = encodeContents(
      requestOf([
        message('system', text('one')),
        message('developer', text('two')),
        message('user', text('a')),
        message('assistant', text('b')),
        message('system', text('three')),
      ]),
    )
    expect(encoded.systemInstruction).toEqual({ parts: [{ text: 'one' }, { text: 'two' }] })
    expect(encoded.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'three' }] })
  })

  it('put the answers of functions right behind their calls', () => {
    const contents = contentsOf(
      message('user', text('a')),
      message('assistant', call('1', 'f')),
      message('system', text('hurry')),
      message('tool', result('1', text('x'))),
    )
    expect(contents[2]?.['parts']).toMatchObject([
      { functionResponse: { id: '1' } },
      { text: 'hurry' },
    ])
  })

  it('leave nothing empty: neither a content nor all of them', () => {
    expect(contentsOf(message('user', text('a')), message('assistant', text('')))).toHaveLength(1)
    const alone = encodeContents(requestOf([message('system', text('one'))]))
    expect(alone).toMatchObject({
      systemInstruction: null,
      contents: [{ role: 'user', parts: [{ text: 'one' }] }],
    })
  })
})

describe('results of functions', () => {
  const responseOf = (part: Part, model = 'gemini-2.5-flash') =>
    encodeContents(
      requestOf([message('assistant', call('1', 'f')), message('tool', part)], { model }),
    ).contents[1]?.['parts']

  it('are objects: JSON as it is, text as a result, errors as such', () => {
    expect(responseOf(result('1', text('{"t":20}')))).toMatchObject([
      { functionResponse: { response: { t: 20 } } },
    ])
    expect(responseOf(result('1', text('[1]')))).toMatchObject([
      { functionResponse: { response: { result: '[1]' } } },
    ])
    const wrong: Part = { kind: 'tool-result', id: '1', isError: true, parts: [text('{"no":1}')] }
    expect(responseOf(wrong)).toMatchObject([
      { functionResponse: { response: { error: '{"no":1}' } } },
    ])
  })

  it('hold pictures where the model takes them, else before them', () => {
    const drawn = result('1', text('look'), picture)
    const inlineData = { mimeType: 'image/png', data: 'AAAA' }
    expect(responseOf(drawn, 'gemini-3-flash-preview')).toEqual([
      {
        functionResponse: {
          id: '1',
          name: 'f',
          response: { result: 'look' },
          parts: [{ inlineData }],
        },
      },
    ])
    expect(responseOf(drawn)).toMatchObject([
      { functionResponse: { response: { result: 'look' } } },
      { text: 'Output of f:' },
      { inlineData },
    ])
  })

  it('have a name even when nobody called', () => {
    expect(responseOf(result('2', text('x')))).toMatchObject([
      { functionResponse: { name: 'unknown_function' } },
    ])
  })
})

describe('signatures', () => {
  const three = (...messages: Message[]) =>
    encodeContents(requestOf(messages, { model: 'gemini-3-pro-preview' }))

  it('go back on the part that carried them, and only to their maker', () => {
    const { contents, dropped } = encodeContents(
      requestOf([
        message(
          'assistant',
          { kind: 'reasoning', text: 'hm', signature: 'anthropic-messages:AA' },
          { kind: 'reasoning', text: '', signature: 'anthropic-messages:BB', redacted: true },
          { kind: 'text', text: 'a', signature: 'gemini:T' },
          call('1', 'f', 'gemini:C'),
        ),
      ]),
    )
    expect(contents[0]?.['parts']).toEqual([
      { text: 'hm', thought: true },
      { text: 'a', thoughtSignature: 'T' },
      { functionCall: { id: '1', name: 'f', args: { a: 1 } }, thoughtSignature: 'C' },
    ])
    expect(dropped).toEqual(['signature'])
  })

  it('are made up for the first call of each step of the current turn alone', () => {
    const { contents } = three(
      message('user', text('one')),
      message('assistant', call('1', 'f')),
      message('tool', result('1', text('x'))),
      message('assistant', text('done')),
      message('user', text('two')),
      message('assistant', call('2', 'f'), call('3', 'f')),
      message('tool', result('2', text('x')), result('3', text('x'))),
      message('assistant', call('4', 'f', 'gemini:own')),
      message('tool', result('4', text('x'))),
    )
    const signatures = contents.flatMap(({ parts }) =>
      Array.isArray(parts)
        ? parts.filter((part) => 'functionCall' in part).map((part) => part.thoughtSignature)
        : [],
    )
    expect(signatures).toEqual([undefined, unsignedCall, undefined, 'own'])
  })

  it('are made up across what is said beside the answers of functions', () => {
    const { contents } = three(
      message('user', text('a')),
      message('assistant', call('1', 'f')),
      message('user', result('1', text('x')), text('a reminder')),
      message('assistant', call('2', 'f')),
    )
    expect([contents[1], contents[3]]).toMatchObject([
      { parts: [{ thoughtSignature: unsignedCall }] },
      { parts: [{ thoughtSignature: unsignedCall }] },
    ])
  })

  it('stay on pictures, and are made up for every part of models that draw', () => {
    const own: Part = { kind: 'image', detail: null, source, signature: 'gemini:own' }
    const foreign: Part = { ...own, signature: 'openai-responses:x' }
    const said = [
      message('user', picture),
      message('assistant', text('here'), own, foreign, picture),
      message('user', text('more')),
    ]
    const signaturesFor = (model: string): unknown =>
      encodeContents({ ...requestOf(said), model }).contents.map(({ parts }) =>
        Array.isArray(parts) ? parts.map((part) => part.thoughtSignature) : [],
      )
    const none = undefined
    expect(signaturesFor('gemini-3-pro')).toEqual([[none], [none, 'own', none, none], [none]])
    expect(signaturesFor('gemini-3-pro-image')).toEqual([
      [none],
      [unsignedCall, 'own', unsignedCall, unsignedCall],
      [none],
    ])
    expect(encodeContents(requestOf(said)).dropped).toEqual(['signature'])
  })

  it('are not made up for models that do not ask for them', () => {
    const { contents } = encodeContents(
      requestOf([message('user', text('a')), message('assistant', call('1', 'f'))]),
    )
    expect(contents[1]?.['parts']).toEqual([
      { functionCall: { id: '1', name: 'f', args: { a: 1 } } },
    ])
  })
})

describe('parts', () => {
  it('are files by address, by id and with their bytes', () => {
    const url: Part = {
      kind: 'image',
      detail: null,
      source: { kind: 'url', url: 'https://example.com/a.png', mediaType: 'image/png' },
    }
    const id: Part = { kind: 'file', name: 'a.pdf', source: { kind: 'id', id: 'files/abc' } }
    expect(contentsOf(message('user', url, id, picture))[0]?.['parts']).toEqual([
      { fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } },
      { fileData: { fileUri: 'files/abc' } },
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
    ])
  })

  it('have arguments that are an object, whatever the model wrote', () => {
    const broken: Part = { kind: 'tool-call', id: '', name: 'f', arguments: '{"a":' }
    expect(contentsOf(message('assistant', broken))[0]?.['parts']).toEqual([
      { functionCall: { name: 'f', args: {} } },
    ])
  })

  it('that are lost are named', () => {
    const named: Message = { ...message('user', { ...picture, cache: '5m' }), name: 'Ann' }
    expect(encodeContents(requestOf([named])).dropped).toEqual(['cache', 'name'])
  })
})

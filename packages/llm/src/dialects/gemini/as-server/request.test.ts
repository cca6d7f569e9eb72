import { anything, assert as check, json, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRequest } from './request.ts'

const addressed = { model: 'gemini-2.5-flash', stream: false }

function requestOf(body: object) {
  const decoded = decodeRequest({ contents: [], ...body }, addressed)
  if (!decoded.ok) throw new Error(decoded.field)
  return decoded.value
}

const partsOf = (...parts: unknown[]) => requestOf({ contents: [{ parts }] }).messages[0]?.parts

describe('a request', () => {
  it('has its model and its way of answering from the address', () => {
    const decoded = decodeRequest({ contents: [] }, { model: 'm', stream: true })
    expect(decoded).toMatchObject({ ok: true, value: { model: 'm', stream: true } })
    expect(decodeRequest({ contents: [], model: 'm' })).toMatchObject({ ok: false, field: 'model' })
  })

  it('names what is wrong', () => {
    const fieldOf = (body: unknown) => decodeRequest(body, addressed)
    expect(fieldOf('x')).toMatchObject({ field: '' })
    expect(fieldOf({})).toMatchObject({ field: 'contents' })
    expect(fieldOf({ contents: ['x'] })).toMatchObject({ field: 'contents.0' })
    expect(fieldOf({ contents: [{ role: 'owl' }] })).toMatchObject({ field: 'contents.0.role' })
  })

  it('is spelled in either way, except for what is the caller’s', () => {
    const snake = requestOf({
      system_instruction: 'Be brief.',
      contents: [
        {
          role: 'user',
          parts: [
            { inline_data: { mime_type: 'image/png', data: 'AAAA' }, thought_signature: 'P' },
          ],
        },
        { role: 'model', parts: [{ function_call: { name: 'f', args: { my_key: 1 } } }] },
      ],
      generation_config: {
        max_output_tokens: 5,
        stop_sequences: ['x'],
        thinking_config: { thinking_budget: 0, include_thoughts: false },
      },
      safety_settings: [],
      labels: { my_label: 'x' },
      tools: [{ function_declarations: [{ name: 'f', parameters_json_schema: { a_b: 1 } }] }],
      tool_config: { function_calling_config: { mode: 'any', allowed_function_names: ['f'] } },
    })
    expect(snake).toMatchObject({
      outputLimit: 5,
      stop: ['x'],
      reasoning: { effort: null, budget: 0, shown: false },
      tools: [{ name: 'f', parameters: { a_b: 1 } }],
      toolChoice: { kind: 'tool', name: 'f' },
      rest: { safetySettings: [], labels: { my_label: 'x' } },
      lost: [],
    })
    expect(snake.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant'])
    expect(snake.messages[1]?.parts[0]).toMatchObject({ kind: 'image', signature: 'gemini:P' })
    expect(snake.messages[2]?.parts[0]).toMatchObject({ arguments: '{"my_key":1}' })
  })

  it('keeps what it has no word for, and names the places of what it cannot keep', () => {
    const request = requestOf({
      contents: [
        {
          role: 'model',
          parts: [
            { executableCode: { code: '1', language: 'PYTHON' } },
            { text: 'a', videoMetadata: { fps: 1 } },
          ],
        },
      ],
      tools: [
        { functionDeclarations: [{ name: 'f' }, {}], googleMaps: {} },
        { googleSearch: {} },
        { codeExecution: {} },
      ],
      toolConfig: {
        functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['f', 'g'] },
        retrievalConfig: { languageCode: 'de' },
      },
      generationConfig: { responseModalities: ['IMAGE'], temperature: 1 },
      cachedContent: 'cachedContents/a',
    })
    expect(request.rest).toEqual({
      toolConfig: { retrievalConfig: { languageCode: 'de' } },
      generationConfig: { responseModalities: ['IMAGE'] },
      cachedContent: 'cachedContents/a',
    })
    expect(request.lost).toEqual([
      'contents.0.parts.0',
      'contents.0.parts.1.videoMetadata',
      'tools.0.googleMaps',
      'tools.0.functionDeclarations.1',
      'tools.1',
      'tools.2',
      'toolConfig.functionCallingConfig.mode',
      'toolConfig.functionCallingConfig.allowedFunctionNames',
    ])
    expect(request.toolChoice).toEqual({ kind: 'auto' })
    const several = { mode: 'ANY', allowedFunctionNames: ['f', 'g'] }
    expect(requestOf({ toolConfig: { functionCallingConfig: several } })).toMatchObject({
      toolChoice: { kind: 'required' },
    })
  })

  it('wants JSON in one of three ways', () => {
    const formatOf = (generationConfig: object) => requestOf({ generationConfig }).format
    const schema = { type: 'object' }
    const wanted = { kind: 'schema', name: 'response', schema, strict: null }
    const responseMimeType = 'application/json'
    expect(formatOf({ responseMimeType })).toEqual({ kind: 'json' })
    expect(formatOf({ responseMimeType: 'text/plain' })).toEqual({ kind: 'text' })
    expect(formatOf({ responseMimeType, responseSchema: { type: 'OBJECT' } })).toEqual(wanted)
    expect(formatOf({ responseMimeType, responseJsonSchema: schema })).toEqual(wanted)
    expect(formatOf({ responseMimeType, _responseJsonSchema: schema })).toEqual(wanted)
    const newest = { text: { mimeType: 'APPLICATION_JSON', schema }, image: { aspectRatio: '1:1' } }
    expect(formatOf({ responseFormat: newest })).toEqual(wanted)
    expect(requestOf({ generationConfig: { responseFormat: newest } }).rest).toEqual({
      generationConfig: { responseFormat: { image: { aspectRatio: '1:1' } } },
    })
    const chosen = { responseMimeType: 'text/x.enum', responseSchema: { enum: ['a'] } }
    expect(requestOf({ generationConfig: chosen })).toMatchObject({
      format: null,
      rest: { generationConfig: chosen },
    })
  })

  it('comes out of anything, or a field does', () => {
    const body = record({
      contents: anything(),
      tools: anything(),
      toolConfig: anything(),
      generationConfig: anything(),
      systemInstruction: anything(),
    })
    check(property(body, (made) => void decodeRequest(made, addressed)))
    check(property(json(), (text) => void decodeRequest(JSON.parse(text), addressed)))
    const inside = record({ contents: json(), tools: json(), parts: json() })
    check(
      property(inside, ({ contents, tools, parts }) => {
        const made = [JSON.parse(contents), { role: 'model', parts: JSON.parse(parts) }]
        const decoded = decodeRequest({ contents: made, tools: JSON.parse(tools) }, addressed)
        if (!decoded.ok) expect(decoded.field).not.toBe('')
      }),
    )
  })
})

describe('calls and their results', () => {
  it('without ids find each other, also when a function is called twice', () => {
    const call = (name: string, id?: string) => ({ functionCall: { name, ...(id ? { id } : {}) } })
    const answer = (name: string, id?: string) => ({
      functionResponse: { name, response: { output: name }, ...(id ? { id } : {}) },
    })
    const { messages } = requestOf({
      contents: [
        { role: 'model', parts: [call('f'), call('g'), call('f'), call('g', 'own')] },
        { role: 'user', parts: [answer('g', 'own'), answer('f'), answer('f'), answer('g', 'new')] },
        { role: 'model', parts: [call('f')] },
        { role: 'function', parts: [answer('f'), answer('h')] },
      ],
    })
    const ids = messages.map(({ parts }) => parts.map((part) => ('id' in part ? part.id : null)))
    expect(ids).toEqual([
      ['call_0_0', 'call_0_1', 'call_0_2', 'own'],
      ['own', 'call_0_0', 'call_0_2', 'call_0_1'],
      ['call_2_0'],
      ['call_2_0', 'call_3_1'],
    ])
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'tool'])
  })

  it('with an id that nobody has answer nobody else', () => {
    const { messages } = requestOf({
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 'f', id: 'own' } }] },
        { parts: [{ functionResponse: { name: 'f', id: 'other', response: {} } }] },
      ],
    })
    expect(messages[1]?.parts).toMatchObject([{ id: 'other' }])
  })

  it('never share an id with a call that has one', () => {
    const parts = [{ functionCall: { name: 'f' } }, { functionCall: { name: 'f', id: 'call_0_0' } }]
    const { messages } = requestOf({ contents: [{ role: 'model', parts }] })
    expect(messages[0]?.parts).toMatchObject([{ id: 'call_0_0_' }, { id: 'call_0_0' }])
  })

  it('are text where there is nothing else, and the whole object where there is', () => {
    const resultOf = (response: unknown) =>
      partsOf({ functionResponse: { name: 'f', id: '1', response } })?.[0]
    const text = (said: string) => [{ kind: 'text', text: said }]
    expect(resultOf({ result: 'x' })).toMatchObject({ parts: text('x') })
    expect(resultOf({ output: 'x' })).toMatchObject({ parts: text('x') })
    expect(resultOf({ output: 1 })).toMatchObject({ parts: text('{"output":1}') })
    expect(resultOf({ output: 'x', more: 1 })).toMatchObject({
      parts: text('{"output":"x","more":1}'),
    })
    expect(resultOf({ error: 'no' })).toMatchObject({ parts: text('no'), isError: true })
    expect(resultOf({ error: { a: 1 } })).toMatchObject({ parts: text('{"a":1}'), isError: true })
    expect(resultOf(undefined)).toMatchObject({ parts: text('{}') })
  })
})

it('signatures stand on any part', () => {
  expect(
    partsOf(
      { text: 'a', thoughtSignature: 'A' },
      { text: 'b', thought: true, thoughtSignature: 'B' },
      { functionCall: { name: 'f', id: '1' }, thoughtSignature: 'C' },
      { thoughtSignature: 'D' },
    ),
  ).toMatchObject([
    { kind: 'text', signature: 'gemini:A' },
    { kind: 'reasoning', signature: 'gemini:B' },
    { kind: 'tool-call', signature: 'gemini:C' },
    { kind: 'text', text: '', signature: 'gemini:D' },
  ])
})

it('media are pictures, sound or files', () => {
  const inline = (mimeType: string) => ({ inlineData: { mimeType, data: 'AA', displayName: 'n' } })
  expect(
    partsOf(
      inline('audio/mpeg'),
      inline('audio/x-wav'),
      inline('video/mp4'),
      { fileData: { fileUri: 'gs://a/b' } },
      { fileData: { fileUri: 'https://example.com/a', mimeType: 'image/png' } },
    ),
  ).toMatchObject([
    { kind: 'audio', format: 'mp3' },
    { kind: 'audio', format: 'wav' },
    { kind: 'file', name: 'n', source: { kind: 'data', mediaType: 'video/mp4' } },
    { kind: 'file', source: { kind: 'url', url: 'gs://a/b' } },
    { kind: 'image', source: { kind: 'url', mediaType: 'image/png' } },
  ])
})

it('one object where a list is meant is a list of one', () => {
  const part = { text: 'go' }
  const call = { functionCall: { name: 'f', args: {} } }
  const declaration = { name: 'f', parameters: { type: 'OBJECT' } }
  const read = (body: object) => decodeRequest(body, addressed)
  expect(
    read({
      contents: { role: 'user', parts: part },
      tools: { functionDeclarations: declaration },
      systemInstruction: { parts: part },
    }),
  ).toEqual(
    read({
      contents: [{ role: 'user', parts: [part] }],
      tools: [{ functionDeclarations: [declaration] }],
      systemInstruction: { parts: [part] },
    }),
  )
  expect(read({ contents: { role: 'model', parts: call } })).toEqual(
    read({ contents: [{ role: 'model', parts: [call] }] }),
  )
  expect(read({ contents: 'go' })).toMatchObject({ ok: false, field: 'contents' })
})

import type { Message, ModelRequest, Part, ToolCall } from '@posthouse/llm/canonical/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'

/*
 * Requests that are large in one way each. A translation whose work grows with the square of anything in a body
 * holds the one thread of the process up for minutes.
 */

const times = <Value>(size: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: size }, (_, index) => make(index))

/** A list, and no arguments: so many would not fit on the stack. */
const saidAll = (role: Message['role'], parts: Part[]): Message => ({ role, parts, name: null })
const said = (role: Message['role'], ...parts: Part[]): Message => saidAll(role, parts)
const text = (words: string): Part => ({ kind: 'text', text: words })
const call = (index: number): ToolCall => ({
  kind: 'tool-call',
  id: `call_${index}`,
  name: `f${index % 7}`,
  arguments: '{"a":1}',
})
const result = (index: number): Part => ({
  kind: 'tool-result',
  id: `call_${index}`,
  parts: [text('4')],
})
const picture = (base64: string): Part => ({
  kind: 'image',
  detail: null,
  source: { kind: 'data', mediaType: 'image/png', base64 },
})
const reasoningPart = (index: number): Part => ({
  kind: 'reasoning',
  text: 'hm',
  signature: `openai-responses:c${index}`,
})

const asked = (messages: readonly Message[]): ModelRequest => ({ ...plainRequest, messages })

/** By what is large in it; a size is a number of items, or of thousands of bytes. */
export const requestShapes: Readonly<Record<string, (size: number) => ModelRequest>> = {
  'messages of one side': (size) => asked(times(size, () => said('user', text('hello')))),
  turns: (size) =>
    asked(times(size, (index) => said(index % 2 === 0 ? 'user' : 'assistant', text('hello')))),
  'instructions in the middle': (size) =>
    asked(times(size, (index) => said(index % 3 === 0 ? 'user' : 'system', text('hello')))),
  'parts of one message': (size) =>
    asked([
      saidAll(
        'user',
        times(size, () => text('hello')),
      ),
    ]),
  'calls of one message, answered in another order': (size) =>
    asked([
      said('user', text('go')),
      saidAll('assistant', times(size, call)),
      saidAll('tool', times(size, result).toReversed()),
    ]),
  'answers of one call each': (size) =>
    asked([
      said('user', text('go')),
      saidAll('assistant', times(size, call)),
      ...times(size, (index) => said('tool', result(size - index))),
    ]),
  'reasoning and texts in turns': (size) =>
    asked([
      said('user', text('go')),
      saidAll(
        'assistant',
        times(size, (index): Part =>
          index % 2 === 0
            ? reasoningPart(index)
            : { kind: 'text', text: 'so', signature: `gemini:c${index}` },
        ),
      ),
    ]),
  'signed calls': (size) =>
    asked([
      said('user', text('go')),
      saidAll('assistant', [
        text('so'),
        ...times(size, (index): Part => ({ ...call(index), signature: 'gemini:c2ln' })),
      ]),
    ]),
  'small pictures': (size) =>
    asked([
      saidAll(
        'user',
        times(size, () => picture('aGVsbG8=')),
      ),
    ]),
  'large pictures': (size) =>
    asked([said('user', ...times(20, () => picture('A'.repeat(size * 20))))]),
  'a long text': (size) => asked([said('user', text('hello "there" \n'.repeat(size * 16)))]),
  'a text of one letter': (size) => asked([said('user', text('a'.repeat(size * 100)))]),
  tools: (size) => ({
    ...asked([said('user', text('go'))]),
    tools: times(size, (index) => ({
      name: `tool ${index}`,
      description: 'does',
      parameters: { type: 'object', properties: { a: { type: 'string' } } },
      strict: true,
    })),
  }),
  'a wide schema': (size) => ({
    ...asked([said('user', text('go'))]),
    tools: [
      {
        name: 'wide',
        description: null,
        parameters: {
          type: 'object',
          properties: Object.fromEntries(
            times(size, (index) => [`p${index}`, { type: 'string', minLength: 1 }]),
          ),
        },
        strict: true,
      },
    ],
  }),
  'deep schemas': (size) => ({
    ...asked([said('user', text('go'))]),
    tools: times(Math.ceil(size / 50), (index) => ({
      name: `deep${index}`,
      description: null,
      parameters: deep(50),
      strict: true,
    })),
  }),
  'stop words': (size) => ({
    ...asked([said('user', text('go'))]),
    stop: times(size, (index) => `s${index}`),
  }),
}

function deep(levels: number): Readonly<Record<string, unknown>> {
  let schema: Readonly<Record<string, unknown>> = { type: 'string' }
  for (let level = 0; level < levels; level += 1) schema = { type: 'array', items: schema }
  return schema
}

type Body = Readonly<Record<string, unknown>>

/** Bodies that only clients of one dialect write. */
export const ownBodies: Readonly<Record<string, Readonly<Record<string, (size: number) => Body>>>> =
  {
    'openai-chat': {
      'parts of no kind': (size) => ({
        model: 'm',
        messages: [{ role: 'user', content: times(size, () => ({})) }],
      }),
      'tools of no kind': (size) => ({ model: 'm', messages: [], tools: times(size, () => ({})) }),
    },
    'openai-responses': {
      'function calls': (size) => ({
        model: 'm',
        input: times(size, (index) => ({
          type: 'function_call',
          call_id: `c${index}`,
          name: 'f',
          arguments: '{}',
        })),
      }),
      'carriers after calls': (size) => ({
        model: 'm',
        input: [
          { role: 'assistant', content: 'so' },
          ...times(size, (index) => ({
            type: 'function_call',
            call_id: `c${index}`,
            name: 'f',
            arguments: '{}',
          })),
          ...times(size, () => ({
            type: 'reasoning',
            summary: [],
            encrypted_content: 'posthouse-text.abc',
          })),
        ],
      }),
      'items of no kind': (size) => ({
        model: 'm',
        input: times(size, () => ({ type: 'unheard_of' })),
      }),
    },
    'anthropic-messages': {
      'tools of the vendor': (size) => ({
        model: 'm',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'go' }],
        tools: times(size, (index) =>
          index % 2 === 0
            ? { type: 'web_search_20250305', name: `w${index}` }
            : { name: `t${index}`, input_schema: { type: 'object' }, odd: 1 },
        ),
      }),
      'blocks of no kind': (size) => ({
        model: 'm',
        max_tokens: 9,
        messages: [{ role: 'user', content: times(size, () => ({})) }],
      }),
      'fields of no name': (size) => ({
        model: 'm',
        max_tokens: 9,
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'text',
                text: 'x',
                ...Object.fromEntries(times(size, (index) => [`f${index}`, 1])),
              },
            ],
          },
        ],
      }),
    },
    gemini: {
      'calls without ids, answered in another order': (size) => ({
        contents: [
          {
            role: 'model',
            parts: times(size, (index) => ({ functionCall: { name: `f${index}`, args: {} } })),
          },
          {
            role: 'user',
            parts: times(size, (index) => ({
              functionResponse: { name: `f${size - index - 1}`, response: {} },
            })),
          },
        ],
      }),
      'answers of calls that nobody made': (size) => ({
        contents: [
          {
            role: 'model',
            parts: times(size, (index) => ({
              functionCall: { name: 'f', id: `${index}`, args: {} },
            })),
          },
          {
            role: 'user',
            parts: times(size, () => ({ functionResponse: { name: 'g', response: {} } })),
          },
        ],
      }),
      'a schema with an order': (size) => ({
        contents: [{ parts: [{ text: 'go' }] }],
        tools: [
          {
            functionDeclarations: [
              {
                name: 'f',
                parameters: {
                  type: 'OBJECT',
                  properties: Object.fromEntries(
                    times(size, (index) => [`p${index}`, { type: 'STRING' }]),
                  ),
                  propertyOrdering: times(size, (index) => `p${size - index - 1}`),
                },
              },
            ],
          },
        ],
      }),
    },
  }

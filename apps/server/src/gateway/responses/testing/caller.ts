import { type Fields, fieldsOf, objectsIn, parsedFields } from '@posthouse/llm/bytes/fields'
import { dataOf } from '@posthouse/llm/bytes/framing'
import type { Rig } from '../../tests/rig/gateway-rig.ts'

export type Told = {
  readonly status: number
  readonly headers: Headers
  readonly fields: Fields
  readonly error: Fields
}

export type Turn = Told & { readonly id: string; readonly text: string }

/** Somebody with a key who calls Responses. */
export function caller({ url }: Pick<Rig, 'url'>, key: string) {
  const call = async (method: string, path: string, body?: string): Promise<Told> => {
    const response = await globalThis.fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const fields = (isStream ? responseIn(text) : parsedFields(text)) ?? {}
    return {
      status: response.status,
      headers: response.headers,
      fields,
      error: fieldsOf(fields['error']) ?? {},
    }
  }
  const post = (path: string, body: object): Promise<Told> =>
    call(
      'POST',
      path,
      JSON.stringify(path.startsWith('/responses') ? { model: 'sandbox/chat', ...body } : body),
    )
  return {
    get: (path: string) => call('GET', path),
    delete: (path: string) => call('DELETE', path),
    post,
    raw: (path: string, text: string) => call('POST', path, text),
    create: async (body: object): Promise<Turn> => {
      const told = await post('/responses', body)
      return { ...told, id: String(told.fields['id']), text: textIn(told.fields) }
    },
  }
}

/** Of the event that ends a stream. */
function responseIn(text: string): Fields | null {
  const last = text.split('\n\n').findLast((frame) => frame.startsWith('event: response.'))
  return fieldsOf(parsedFields(dataOf(last ?? '') ?? '')?.['response'])
}

const textIn = ({ output }: Fields): string =>
  objectsIn(output)
    .flatMap(({ content }) => objectsIn(content))
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')

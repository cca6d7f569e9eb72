import type { IncomingMessage } from 'node:http'
import type { Pin } from '../../domain/channels/decide.ts'

export type PresentedKey = { readonly key: string; readonly pin: Pin | null }

/** The key of a request in any of the forms that clients use; null: none was given. */
export function keyIn(request: IncomingMessage): PresentedKey | null {
  const { authorization } = request.headers
  const text =
    bearerOf(authorization) ?? headerKey(request) ?? bareOf(authorization) ?? queryKey(request.url)
  return text === null ? null : withoutPin(withPrefix(text))
}

function bearerOf(header: string | undefined): string | null {
  if (header === undefined) return null
  const match = /^Bearer +(\S+) *$/i.exec(header)
  return match?.[1] ?? null
}

/** The key alone, as clients of this family may send it. */
function bareOf(header = ''): string | null {
  const text = header.trim()
  return text === '' || /\s/.test(text) ? null : text
}

/** Scripts of this family cut the prefix off. Every key has it. */
const withPrefix = (text: string): string => (text.startsWith('sk-') ? text : `sk-${text}`)

function headerKey({ headers }: IncomingMessage): string | null {
  for (const name of ['x-api-key', 'x-goog-api-key', 'api-key', 'mj-api-secret']) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value.trim()
  }
  return null
}

function queryKey(url: string | undefined): string | null {
  const at = url?.indexOf('?') ?? -1
  if (url === undefined || at === -1) return null
  const key = new URLSearchParams(url.slice(at)).get('key')
  return key === null || key === '' ? null : key
}

/** `sk-…#12` uses channel 12 only, `sk-…#!12` any but that. */
function withoutPin(text: string): PresentedKey {
  const at = text.indexOf('#')
  if (at === -1) return { key: text, pin: null }
  const pin = /^(!?)(\d{1,18})$/.exec(text.slice(at + 1))
  const channel = pin?.[2]
  // A pin that says nothing makes another key of it, which nobody has.
  if (channel === undefined) return { key: text, pin: null }
  return {
    key: text.slice(0, at),
    pin: { kind: pin?.[1] === '!' ? 'except' : 'only', channelId: BigInt(channel) },
  }
}

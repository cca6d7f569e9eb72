import type { IncomingMessage } from 'node:http'
import type { Pin } from '../../domain/channels/decide.ts'

export type PresentedKey = { readonly key: string; readonly pin: Pin | null }

/** The key of a request in any form that clients use, or null. */
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

/** A key without `Bearer`. */
function bareOf(header = ''): string | null {
  const text = header.trim()
  return text === '' || /\s/.test(text) ? null : text
}

/** Scripts of the one-api family omit the prefix that every key has. */
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

/** `sk-…#12` pins channel 12, `sk-…#!12` excludes it. */
function withoutPin(text: string): PresentedKey {
  const at = text.indexOf('#')
  if (at === -1) return { key: text, pin: null }
  const pin = /^(!?)(\d{1,18})$/.exec(text.slice(at + 1))
  const channel = pin?.[2]
  // With an invalid pin the whole text is the key, which is then unknown.
  if (channel === undefined) return { key: text, pin: null }
  return {
    key: text.slice(0, at),
    pin: { kind: pin?.[1] === '!' ? 'except' : 'only', channelId: BigInt(channel) },
  }
}

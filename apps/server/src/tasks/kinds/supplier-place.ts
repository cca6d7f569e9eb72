import { type Fields, numberOf, textOf } from '@posthouse/llm/bytes/fields'
import type { Target } from '../../upstream/outgoing.ts'
import type { ResultFile } from '../task-kind.ts'

/** URL of an unversioned path. */
export function placeAt({ channel }: Target, path: string): URL {
  const url = new URL(channel.baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  url.search = ''
  return url
}

/** A file at the supplier, which may require the key, or elsewhere. Null without an address. */
export function fileAt({ channel }: Target, address: string | null): ResultFile | null {
  if (address === null || address === '') return null
  const base = new URL(channel.baseUrl)
  const url = URL.parse(address, base.href)
  if (url === null) return { address }
  const isOwn = url.protocol === base.protocol && url.host === base.host
  return isOwn ? { own: url } : { address: url.href }
}

/** Reads `42%` or a number, at most 99. */
export function progressIn(fields: Fields): number {
  const word = fields['progress']
  const progress = numberOf(word) ?? Number.parseInt(textOf(word) ?? '', 10)
  return Number.isFinite(progress) ? Math.min(99, Math.max(0, Math.round(progress))) : 0
}

export const idIn = (value: unknown): string | null => {
  const id = typeof value === 'number' ? String(value) : textOf(value)
  return id === null || id === '' || id.length > idCharactersMost ? null : id
}

const idCharactersMost = 4_096

import { type Fields, numberOf, textOf } from '@posthouse/llm/bytes/fields'
import type { Target } from '../../upstream/outgoing.ts'
import type { ResultFile } from '../task-kind.ts'

/** A path of a supplier whose paths have no version. */
export function placeAt({ channel }: Target, path: string): URL {
  const url = new URL(channel.baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  url.search = ''
  return url
}

/** A file that a supplier names: its own, which may want the key, or one of anybody. Null: no address. */
export function fileAt({ channel }: Target, address: string | null): ResultFile | null {
  if (address === null || address === '') return null
  const base = new URL(channel.baseUrl)
  const url = URL.parse(address, base.href)
  if (url === null) return { address }
  const isOwn = url.protocol === base.protocol && url.host === base.host
  return isOwn ? { own: url } : { address: url.href }
}

/** `42%`, or a number; never the end. */
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

import { isTaken } from './abilities.ts'
import type { Attachment } from './conversation.ts'

const megabyte = 1_000_000

/** The most bytes of a file, by how a request carries it. */
export const bytesMost: Readonly<Record<Attachment['kind'], number>> = {
  image: 5 * megabyte,
  file: 10 * megabyte,
  text: megabyte / 2,
}

/** Of one question. */
export const filesMost = 8

const pictures: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Text by its type or, since browsers know few of them, by its ending. */
const textTypes = /^text\/|^application\/(?:json|xml|x-yaml|x-sh|javascript|toml)$|\+(?:json|xml)$/
const textEndings =
  /\.(?:md|txt|csv|tsv|log|json|jsonl|ya?ml|toml|ini|env|xml|html?|css|scss|jsx?|tsx?|mjs|cjs|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|swift|scala|lua|r|sql|sh|ps1|tex|vue|svelte|diff|patch)$/i

type Known = { readonly name: string; readonly type: string; readonly size: number }

export type AttachFault = 'kind' | 'size' | 'notTaken' | 'count'

function kindOf({ name, type }: Known): Attachment['kind'] | null {
  if (pictures.includes(type)) return 'image'
  if (type === 'application/pdf') return 'file'
  return textTypes.test(type) || textEndings.test(name) ? 'text' : null
}

/** How a request can carry a file to a model that takes these kinds, or why it cannot. */
export function fitOf(
  file: Known,
  takes: readonly string[],
): { readonly kind: Attachment['kind'] } | { readonly fault: AttachFault; readonly most: number } {
  const kind = kindOf(file)
  if (kind === null) return { fault: 'kind', most: 0 }
  const most = bytesMost[kind]
  if (!isTaken(kind, takes)) return { fault: 'notTaken', most }
  return file.size > most ? { fault: 'size', most } : { kind }
}

/** Reads a file as a request carries it. Rejects where a text is none. */
export async function readAttachment(file: File, kind: Attachment['kind']): Promise<Attachment> {
  if (kind === 'text') {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    return { name: file.name, kind, data: decoder.decode(await file.arrayBuffer()) }
  }
  return { name: file.name, kind, data: await dataAddressOf(file) }
}

const dataAddressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no text'))
    reader.onerror = () => reject(reader.error ?? new Error('not read'))
    reader.readAsDataURL(file)
  })

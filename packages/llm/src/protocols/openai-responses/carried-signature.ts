import { readSignature, writeSignature } from '../../parts/signature.ts'

/*
 * Gemini signs calls and texts; this dialect has a place for a signature in a reasoning item alone.
 * Such a signature travels in a reasoning item of its own, without a summary, whose
 * `encrypted_content` says what it belongs to: `posthouse-call.…` stands right before its function
 * call, `posthouse-text.…` right after its message. Clients send reasoning items back where they
 * stood, and there the signature goes back to its call or text. No supplier ever sees one.
 */

const own = 'openai-responses'

type Carried = {
  readonly of: 'call' | 'text'
  /** In the canonical form. */
  readonly signature: string
}

export const carry = ({ of, signature }: Carried): string =>
  `posthouse-${of}.${writeSignature(signature, own)}`

/** Null: the signature of a thought, as usual. */
export function carriedIn(encrypted: string): Carried | null {
  const found = /^posthouse-(call|text)\.(.*)$/s.exec(encrypted)
  if (found === null) return null
  return {
    of: found[1] === 'call' ? 'call' : 'text',
    signature: readSignature(found[2] ?? '', own),
  }
}

import { readSignature, writeSignature } from './signature.ts'

/*
 * `encrypted_content` of a reasoning item is the one place for a signature here. What signs something
 * else than a reasoning part with a summary says so by a mark of ours in front:
 *
 * - `posthouse-call.…`: Gemini signs calls. The item stands right before its function call.
 * - `posthouse-text.…`: Gemini signs texts as well. The item stands right after its message.
 * - `posthouse-redacted.…`: Anthropic keeps a whole reasoning part to itself, which is another thing than a
 *   reasoning part whose text was left out.
 *
 * Clients send reasoning items back where they stood, and there the signature goes back to what it
 * signs. No supplier ever sees a mark.
 */

const own = 'openai-responses'

export type EncryptedContent = {
  readonly of: 'reasoning' | 'redacted' | 'call' | 'text'
  /** In the canonical form. */
  readonly signature: string
}

/** `encrypted_content` for a client. */
export function writeEncrypted({ of, signature }: EncryptedContent): string {
  const written = writeSignature(signature, own)
  // Without a summary, the service's own reasoning is known to be redacted.
  return of === 'reasoning' || isOwn(signature) ? written : `posthouse-${of}.${written}`
}

/** `isSilent`: nothing was said of what the model reasoned. */
export function readEncrypted(encrypted: string, isSilent: boolean): EncryptedContent {
  const [, of, written = ''] = /^posthouse-(call|text|redacted)\.(.*)$/s.exec(encrypted) ?? []
  if (of === 'call' || of === 'text' || of === 'redacted') {
    return { of, signature: readSignature(written, own) }
  }
  const signature = readSignature(encrypted, own)
  return { of: isSilent && isOwn(signature) ? 'redacted' : 'reasoning', signature }
}

const isOwn = (signature: string): boolean => signature.startsWith(`${own}:`)

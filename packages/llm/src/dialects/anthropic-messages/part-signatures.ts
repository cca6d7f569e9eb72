import { readSignature, signsPart, writeSignature } from '../../canonical/reasoning/signature.ts'
import type { Fields } from '../../bytes/fields.ts'

/*
 * Gemini signs texts and calls, also behind a server that speaks OpenAI's chat, and this dialect has a place for signatures of reasoning alone. So a
 * call's goes as a reasoning part of its own, redacted, right before the call; a text's as a reasoning part without
 * words, right after the text. Clients must send both back where they were, as they must all reasoning parts:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */

const own = 'anthropic-messages'

export const callSignatureBlock = (signature: string): Fields => ({
  type: 'redacted_thinking',
  data: writeSignature(signature, own),
})

/** The signature of the call that follows, if that is what a redacted reasoning part holds. */
export function callSignatureIn(data: string): string | null {
  const signature = readSignature(data, own)
  return signsPart(signature) ? signature : null
}

/** The signature of the text before, if that is what a reasoning part without words holds. */
export const textSignatureIn = (thinking: string, signed: string): string | null =>
  thinking === '' ? callSignatureIn(signed) : null

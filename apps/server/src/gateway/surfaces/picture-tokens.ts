import type { BodyKind } from './body-facts.ts'
import { type PictureSize, pictureSize } from './picture-size.ts'

/** A picture in a body: in base64 (as it is or in a data URL) or somewhere else. */
export type Picture = { readonly base64: string | null; readonly detail: unknown }

/** What is taken for the size of a picture that is not here. */
const assumed: PictureSize = { width: 1_920, height: 1_080 }

/**
 * Tokens that a picture costs as input at the vendor whose dialect the body has: by its size, and at most
 * what the vendor shrinks it to. Another supplier may count otherwise; the charge is what it reports.
 */
export function pictureTokens(kind: BodyKind, { base64, detail }: Picture): number {
  if (kind.startsWith('gemini')) return geminiTokens
  const size = (base64 === null ? null : pictureSize(base64)) ?? assumed
  return kind.startsWith('anthropic')
    ? Math.min(patches(size, 28), anthropicTokensMax)
    : Math.ceil(Math.min(patches(size, 32), openAiPatchesMax(detail)) * openAiTokensAPatch)
}

const patches = ({ width, height }: PictureSize, side: number): number =>
  Math.ceil(width / side) * Math.ceil(height / side)

/** https://ai.google.dev/gemini-api/docs/media-resolution: 1 120 for a picture of any size, unless less is asked for. */
const geminiTokens = 1_120

/** https://platform.claude.com/docs/en/build-with-claude/vision: patches of 28 pixels. */
const anthropicTokensMax = 4_784

/** https://developers.openai.com/api/docs/guides/images-vision: patches of 32 pixels; older models count less. */
const openAiTokensAPatch = 1.2
const openAiPatchesMax = (detail: unknown): number => {
  if (detail === 'low') return 256
  return detail === 'high' ? 2_500 : 12_000
}

/** In pixels. */
export type PictureSize = { readonly width: number; readonly height: number }

/**
 * Tokens that a picture costs as input at the vendor of a dialect: by its size, and at most what the vendor
 * shrinks it to. Another supplier may count otherwise; the charge is what it reports.
 */
export type PictureTokens = (sizeOf: () => PictureSize, detail: unknown) => number

const patches = ({ width, height }: PictureSize, side: number): number =>
  Math.ceil(width / side) * Math.ceil(height / side)

/** https://ai.google.dev/gemini-api/docs/media-resolution: 1 120 for a picture of any size, unless less is asked for. */
export const geminiPicture: PictureTokens = () => 1_120

const anthropicTokensMax = 4_784

/** https://platform.claude.com/docs/en/build-with-claude/vision: patches of 28 pixels. */
export const anthropicPicture: PictureTokens = (sizeOf) =>
  Math.min(patches(sizeOf(), 28), anthropicTokensMax)

const openAiTokensAPatch = 1.2
const openAiPatchesMax = (detail: unknown): number => {
  if (detail === 'low') return 256
  return detail === 'high' ? 2_500 : 12_000
}

/** https://developers.openai.com/api/docs/guides/images-vision: patches of 32 pixels; older models count less. */
export const openAiPicture: PictureTokens = (sizeOf, detail) =>
  Math.ceil(Math.min(patches(sizeOf(), 32), openAiPatchesMax(detail)) * openAiTokensAPatch)

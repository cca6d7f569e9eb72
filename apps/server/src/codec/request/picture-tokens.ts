import { type BodyKind, bodyShapes } from '@posthouse/llm/surfaces/body-shapes'
import type { PictureSize } from '@posthouse/llm/surfaces/picture-tokens'
import { pictureSize } from './picture-size.ts'

/** A picture in a body: base64 (plain or data URL), or null if it is elsewhere. */
export type Picture = { readonly base64: string | null; readonly detail: unknown }

/** Assumed size of a picture that is linked or of an unknown format. */
const assumed: PictureSize = { width: 1_920, height: 1_080 }

/** Input tokens of a picture, by the rules of the dialect's vendor. */
export const pictureTokens = (kind: BodyKind, { base64, detail }: Picture): number =>
  bodyShapes[kind].pictureTokens(
    () => (base64 === null ? null : pictureSize(base64)) ?? assumed,
    detail,
  )

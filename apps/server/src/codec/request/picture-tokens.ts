import { type BodyKind, bodyShapes } from '@posthouse/llm/surfaces/body-shapes'
import type { PictureSize } from '@posthouse/llm/surfaces/picture-tokens'
import { pictureSize } from './picture-size.ts'

/** A picture in a body: in base64 (as it is or in a data URL) or somewhere else. */
export type Picture = { readonly base64: string | null; readonly detail: unknown }

/** The size of a picture that is not here, or of another format. */
const assumed: PictureSize = { width: 1_920, height: 1_080 }

/** Tokens that a picture costs as input, as the vendor counts whose dialect the body has. */
export const pictureTokens = (kind: BodyKind, { base64, detail }: Picture): number =>
  bodyShapes[kind].pictureTokens(
    () => (base64 === null ? null : pictureSize(base64)) ?? assumed,
    detail,
  )

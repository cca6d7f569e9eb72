import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { withDecimals } from '@posthouse/contract/format-amount'

type PicturePrice = {
  readonly dollars: number
  /** Computed from a price by tokens: the price of a picture depends on its size and quality. */
  readonly isEstimate: boolean
  /** Other sizes or qualities cost more. */
  readonly varies: boolean
}

/** A square picture of medium quality, 1024 pixels wide: https://platform.openai.com/docs/guides/image-generation */
const tokensOfPicture = 1_056

/** The lowest price of one picture. Null: the model has no price. */
export function picturePrice({ lines }: Pick<CatalogueModel, 'lines'>): PicturePrice | null {
  const plain = lines.filter(
    ({ tier, from_input_tokens: from }) => tier === undefined && from === undefined,
  )
  const dollarsOf = (bucket: string): readonly number[] =>
    plain
      .filter((line) => line.bucket === bucket)
      .map(({ dollars }) => Number(dollars))
      .filter((dollars) => dollars > 0)
  const calls = dollarsOf('call')
  if (calls.length > 0) {
    return { dollars: Math.min(...calls), isEstimate: false, varies: calls.length > 1 }
  }
  const [perMillion] = [...dollarsOf('image_out'), ...dollarsOf('output')]
  if (perMillion === undefined) return null
  const dollars = (perMillion * tokensOfPicture) / 1_000_000
  return { dollars, isEstimate: true, varies: false }
}

/** To compare models by. Models without a price come last. */
export const pictureCost = (model: CatalogueModel): number =>
  picturePrice(model)?.dollars ?? Number.POSITIVE_INFINITY

/** Two significant digits are enough for an estimate. */
export function pictureDollars({ dollars, isEstimate }: PicturePrice): string {
  const rounded = isEstimate ? Number(dollars.toPrecision(2)) : dollars
  return `$${withDecimals(BigInt(Math.round(rounded * 1_000_000)), 6)}`
}

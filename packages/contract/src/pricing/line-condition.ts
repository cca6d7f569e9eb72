export type LineCondition = {
  readonly bucket: string
  readonly from_input_tokens?: number | undefined
  readonly tier?: string | undefined
  readonly attributes?: Readonly<Record<string, string>> | undefined
}

/** Lines with the same conditions replace each other by their dates. */
export const conditionOf = ({
  bucket,
  from_input_tokens: from = 0,
  tier,
  attributes = {},
}: LineCondition): string =>
  JSON.stringify([
    bucket,
    from,
    tier === undefined ? '' : tierWord(tier),
    Object.entries(attributes)
      .map(([name, value]) => `${name}=${kindWord(value)}`)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ])

/**
 * A service tier by the price book's name. Vendors name the same tier differently: the Gemini API's `flex` is
 * `ON_DEMAND_FLEX` in Vertex AI (https://docs.cloud.google.com/vertex-ai/generative-ai/docs/flex-paygo).
 */
export const tierWord = (said: string): string =>
  said.toLowerCase().replace(/^(service_tier_|on_demand_)/, '')

const size = /^(\d{1,9})[x×*](\d{1,9})$/i

/** Normalizes an attribute's value for comparison. A size in pixels becomes `<width>x<height>`. */
export function kindWord(value: string): string {
  const [, width, height] = size.exec(value.trim()) ?? []
  return width === undefined ? value.toLowerCase() : `${Number(width)}x${Number(height)}`
}

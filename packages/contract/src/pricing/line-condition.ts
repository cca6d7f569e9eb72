/** What a line of a price holds for. */
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
 * A service tier in the word that the book uses. Vendors write the same tier differently: `flex` of the Gemini
 * API is `ON_DEMAND_FLEX` of Vertex AI (https://docs.cloud.google.com/vertex-ai/generative-ai/docs/flex-paygo).
 */
export const tierWord = (said: string): string =>
  said.toLowerCase().replace(/^(service_tier_|on_demand_)/, '')

const size = /^(\d{1,9})[x×*](\d{1,9})$/i

/** The value of an attribute as values are compared. A size in pixels is two numbers, however they are written. */
export function kindWord(value: string): string {
  const [, width, height] = size.exec(value.trim()) ?? []
  return width === undefined ? value.toLowerCase() : `${Number(width)}x${Number(height)}`
}

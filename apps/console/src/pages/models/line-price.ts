import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { formatPrice } from '@posthouse/contract/format-amount'
import type { TFunction } from 'i18next'

/** A price with the unit that it is for, where that is not a million tokens. */
export function linePrice(
  { unit, dollars }: Pick<CatalogueModel['lines'][number], 'unit' | 'dollars'>,
  t: TFunction,
): string {
  const price = formatPrice(dollars)
  if (unit === 'call') return t('models.perCall', { price })
  if (unit === 'second') return t('models.perMinute', { price })
  return unit === 'character' ? t('models.perCharacters', { price }) : price
}

/** The price in the list: of input, or of what a model is priced by instead. The lowest, where kinds differ. */
export function listedPrice({ lines, input }: CatalogueModel, t: TFunction): string {
  const priced = lines.filter(
    ({ tier, from_input_tokens: from }) => tier === undefined && from === undefined,
  )
  const byTokens = input !== null && Number(input) > 0
  const found = byTokens
    ? undefined
    : (['call', 'character', 'second'] as const)
        .map((bucket) => priced.filter((line) => line.bucket === bucket))
        .find((list) => list.length > 0)
  const [lowest] = (found ?? []).toSorted((a, b) => Number(a.dollars) - Number(b.dollars))
  if (lowest === undefined) return input === null ? '—' : formatPrice(input)
  const price = linePrice(lowest, t)
  return found !== undefined && found.length > 1 ? t('models.from', { price }) : price
}

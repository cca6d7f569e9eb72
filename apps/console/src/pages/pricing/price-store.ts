import { priceCalls } from '@posthouse/contract/calls/prices'
import type { Price } from '@posthouse/contract/price'
import { create } from 'zustand'
import { notifyFailure } from '../../api/refusal.ts'
import { write } from '../../api/use-call.ts'
import { i18n } from '../../i18n/index.ts'
import {
  dollarsOfMultiplier,
  multiplierOfDollars,
  multiplierOfMicros,
} from '../../lib/money/multiplier.ts'
import { plainLine } from '../../lib/money/price-lines.ts'
import { notify } from '../../ui/notify.tsx'

/** Prices of a list as people enter them: dollars for a million tokens, or multipliers. */
export type PriceUnit = 'dollars' | 'multiplier'

const inlineFields = ['input', 'output', 'cached'] as const
export type InlineField = (typeof inlineFields)[number]

/** Unsaved cell texts of one price. */
type Draft = { readonly [Field in InlineField]?: string }

type PriceDrafts = {
  readonly unit: PriceUnit
  readonly drafts: ReadonlyMap<string, { readonly price: Price; readonly draft: Draft }>
  readonly turn: (unit: PriceUnit) => void
  readonly type: (price: Price, field: InlineField, text: string) => void
  readonly discard: () => void
}

/** Unsaved edits of the price list, as typed. Changing the unit discards them. */
export const usePriceDrafts = create<PriceDrafts>()((set) => ({
  unit: 'dollars',
  drafts: new Map(),
  turn: (unit) => set({ unit, drafts: new Map() }),
  type: (price, field, text) =>
    set(({ drafts, unit }) => {
      const typed = { ...drafts.get(price.model)?.draft, [field]: text }
      const draft = Object.fromEntries(
        Object.entries(typed).filter(
          ([name, value]) => value !== shown(price, name as InlineField, unit),
        ),
      ) as Draft
      const next = new Map(drafts)
      if (Object.keys(draft).length === 0) next.delete(price.model)
      else next.set(price.model, { price, draft })
      return { drafts: next }
    }),
  discard: () => set({ drafts: new Map() }),
}))

/** A stored amount as a cell shows it; empty where cached input costs what input does. */
export function shown(price: Price, field: InlineField, unit: PriceUnit): string {
  const multiplier = multiplierIn(price, field)
  if (multiplier === null) return ''
  return unit === 'multiplier' || price.type === 'times'
    ? multiplier
    : (dollarsOfMultiplier(multiplier) ?? '')
}

function multiplierIn(price: Price, field: InlineField): string | null {
  if (field !== 'cached') return price[field]
  const line = plainLine(price, 'cache_read')
  return line === undefined ? null : multiplierOfMicros(line.amount_micro)
}

/** A typed amount as a multiplier; undefined when it is none. */
export function multiplierTyped(text: string, unit: PriceUnit): string | undefined {
  if (unit === 'dollars') return multiplierOfDollars(text)
  const trimmed = text.trim()
  return /^\d{1,9}(\.\d{1,6})?$/.test(trimmed) ? trimmed : undefined
}

/** Calls whose answers a change of prices makes old. */
export const priceReads = [
  'listPrices',
  'listUnpriced',
  'listPriceChanges',
  'matchPrices',
  'explainPrice',
  'explainDraft',
  'listServedModels',
  'listOwnModels',
  'getReadiness',
] as const

/** Says what was done to prices, and offers the way back. */
export function tellPrices(text: string, batch: string | null): void {
  if (batch === null) {
    notify('info', i18n.t('pricing.nothingChanged'))
    return
  }
  const undo = async () => {
    const writing = { changes: priceReads, quiet: true }
    const { changed } = await write(priceCalls, 'undoPrices', { body: { batch } }, writing)
    notify('success', i18n.t('pricing.undone', { count: changed }))
  }
  notify('notice', text, {
    label: i18n.t('table.undo'),
    run: () => void undo().catch(notifyFailure),
  })
}

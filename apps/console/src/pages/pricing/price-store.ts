import { priceCalls } from '@posthouse/contract/calls/prices'
import type { Price } from '@posthouse/contract/price'
import { create } from 'zustand'
import { notifyFailure } from '../../api/refusal.ts'
import { write } from '../../api/use-call.ts'
import { i18n } from '../../i18n/index.ts'
import { type CellField, cellText, type PriceUnit } from '../../lib/money/cell-amount.ts'
import { notify } from '../../ui/notify.tsx'

/** Unsaved cell texts of one price. */
export type Draft = { readonly [Field in CellField]?: string }

type PriceDrafts = {
  readonly unit: PriceUnit
  readonly drafts: ReadonlyMap<string, { readonly price: Price; readonly draft: Draft }>
  /** Entries as a save would write them, by model. */
  readonly previewed: ReadonlyMap<string, Price>
  readonly turn: (unit: PriceUnit) => void
  readonly type: (price: Price, field: CellField, text: string) => void
  readonly preview: (previewed: ReadonlyMap<string, Price>) => void
  readonly discard: () => void
}

/** Unsaved edits of the price list, as typed. Changing the unit discards them. */
export const usePriceDrafts = create<PriceDrafts>()((set) => ({
  unit: 'dollars',
  drafts: new Map(),
  previewed: new Map(),
  turn: (unit) => set({ unit, drafts: new Map(), previewed: new Map() }),
  type: (price, field, text) =>
    set(({ drafts, unit }) => {
      const draft = changedOf(price, { ...drafts.get(price.model)?.draft, [field]: text }, unit)
      const next = new Map(drafts)
      if (Object.keys(draft).length === 0) next.delete(price.model)
      else next.set(price.model, { price, draft })
      return { drafts: next }
    }),
  preview: (previewed) => set({ previewed }),
  discard: () => set({ drafts: new Map(), previewed: new Map() }),
}))

/** Cells that differ from what is stored. A typed price of cached input counts beside a new one of input, which it would follow. */
function changedOf(price: Price, typed: Draft, unit: PriceUnit): Draft {
  const isChanged = (field: CellField): boolean =>
    typed[field] !== undefined && typed[field] !== cellText(price, field, unit)
  const follows = isChanged('input')
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name]) => isChanged(name as CellField) || (name === 'cached' && follows),
    ),
  )
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

import type { Quota } from '@posthouse/ledger/quota'

/** The bounds of what a call costs. They are equal where the price is known before the call. */
export type CostRange = { readonly least: Quota; readonly most: Quota }

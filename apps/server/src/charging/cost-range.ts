import type { Quota } from '@posthouse/ledger/quota'

/** Lowest and highest cost of a call; equal if the price is known in advance. */
export type CostRange = { readonly least: Quota; readonly most: Quota }

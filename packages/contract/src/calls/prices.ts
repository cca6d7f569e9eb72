import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import * as price from '../pricing/price.ts'
import * as work from '../pricing/price-work.ts'
import { TimeZone } from '../time-zone.ts'

const Nothing = z.null()

export const priceCalls = {
  listPrices: {
    method: 'GET',
    path: '/api/prices',
    access: 'public',
    changes: false,
    summary: 'The price book, by supplier and model.',
    reply: z.array(price.Price),
  },
  matchPrices: {
    method: 'POST',
    path: '/api/prices/match',
    access: 'admin',
    changes: false,
    summary: 'Which entry prices each model.',
    body: z.object({ models: z.array(z.string().max(200)).max(2000) }),
    reply: z.array(price.PriceMatch),
  },
  createPrice: {
    method: 'POST',
    path: '/api/prices/single',
    access: 'admin',
    changes: true,
    summary: 'Adds an entry, with further lines by bucket, context band and service tier.',
    body: price.PriceInput,
    reply: price.Price,
  },
  updatePrice: {
    method: 'PUT',
    path: '/api/prices/single/*model',
    access: 'admin',
    changes: true,
    summary: 'Changes an entry. It has the lines that are sent, and no others.',
    params: z.object({ model: z.string().min(1) }),
    body: price.PriceInput,
    reply: price.Price,
  },
  deletePrice: {
    method: 'DELETE',
    path: '/api/prices/single/*model',
    access: 'admin',
    changes: true,
    summary: 'Deletes an entry.',
    params: z.object({ model: z.string().min(1) }),
    reply: Nothing,
  },
  savePrices: {
    method: 'PUT',
    path: '/api/prices/sheet',
    access: 'admin',
    changes: true,
    summary: 'Saves many entries: all of them, or none.',
    body: work.PriceSheet,
    reply: work.PricesChanged,
  },
  changePrices: {
    method: 'PUT',
    path: '/api/prices/bulk',
    access: 'admin',
    changes: true,
    summary: 'Changes many entries by per cent, to another supplier, or locks them.',
    body: z.object({ models: work.Models, change: work.PriceBulkChange }),
    reply: work.PricesChanged,
  },
  explainPriceChanges: {
    method: 'POST',
    path: '/api/prices/preview',
    access: 'admin',
    changes: false,
    summary:
      'Entries before and after `savePrices` or `changePrices` with the same body. Changes nothing.',
    body: work.PricePreviewBody,
    reply: z.array(work.PreviewedPrice),
  },
  deletePrices: {
    method: 'PUT',
    path: '/api/prices/multiple/delete',
    access: 'admin',
    changes: true,
    summary: 'Deletes many entries.',
    body: z.object({ models: work.Models }),
    reply: work.PricesChanged,
  },
  undoPrices: {
    method: 'POST',
    path: '/api/prices/undo',
    access: 'admin',
    changes: true,
    summary: 'Puts back what a change of prices replaced, where it was not changed again since.',
    body: z.object({ batch: z.string().min(1).max(64) }),
    reply: work.PricesChanged,
  },
  fetchPrices: {
    method: 'POST',
    path: '/api/prices/fetch',
    access: 'admin',
    changes: true,
    summary:
      'Reads a price list at an address or in a file, and says how it differs from the book. Changes nothing.',
    body: z.object({
      url: z.string().trim().max(2_000).describe('Empty: the list of this version'),
      file: z
        .object({ name: z.string().trim().min(1).max(200), text: z.string().max(8_000_000) })
        .optional()
        .describe('Read instead of the address: JSON, or CSV as `exportPrices` writes it'),
    }),
    reply: work.FetchedPrices,
  },
  syncPrices: {
    method: 'POST',
    path: '/api/prices/sync',
    access: 'admin',
    changes: true,
    summary:
      'Takes a price list over. Locked entries stay as they are, and so do those with the same figures.',
    query: z.object({
      updateMode: z.enum(work.syncModes).default('add'),
      source: z.string().trim().max(2_000).default(''),
    }),
    body: z.array(price.ListedPrice).min(1, 'price.fetch-first').max(20_000),
    reply: work.PricesChanged.extend({ locked: z.number().int() }),
  },
  explainPrice: {
    method: 'GET',
    path: '/api/prices/explain',
    access: 'admin',
    changes: false,
    summary: 'Which entry prices a model and why, and which others fit.',
    query: z.object({ model: z.string().trim().min(1, 'price.model').max(200) }),
    reply: work.PriceExplanation,
  },
  explainDraft: {
    method: 'POST',
    path: '/api/prices/draft',
    access: 'admin',
    changes: false,
    summary: 'An entry as it would be stored, and what a typical call would cost each group.',
    body: price.PriceInput,
    reply: work.PricePreview,
  },
  listUnpriced: {
    method: 'GET',
    path: '/api/prices/unpriced',
    access: 'admin',
    changes: false,
    summary: 'Models of channels that no entry prices, with their published prices.',
    reply: z.array(work.UnpricedModel),
  },
  listPriceChanges: {
    method: 'GET',
    path: '/api/prices/history',
    access: 'admin',
    changes: false,
    summary: 'The newest hundred changes of an entry.',
    query: z.object({ model: z.string().min(1, 'price.model').max(200) }),
    reply: z.array(work.PriceChange),
  },
  exportPrices: {
    method: 'GET',
    path: '/api/prices/export',
    access: 'admin',
    changes: false,
    summary: 'The price book as a file.',
    query: z.object({ time_zone: TimeZone.default('UTC') }),
    format: 'csv',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>

import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import * as price from '../price.ts'

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
} as const satisfies Record<string, Endpoint>

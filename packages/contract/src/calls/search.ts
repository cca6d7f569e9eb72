import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { SearchResult } from '../search.ts'

export const searchCalls = {
  search: {
    method: 'GET',
    path: '/api/search',
    access: 'user',
    changes: false,
    summary:
      'Finds by number or by part of a name: the caller’s tokens and models; users and channels for administrators.',
    query: z.object({ q: z.string().trim().max(100).default('') }),
    reply: SearchResult,
  },
} as const satisfies Record<string, Endpoint>

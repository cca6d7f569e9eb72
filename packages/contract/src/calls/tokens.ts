import { z } from 'zod'
import { BulkDeleted } from '../bulk.ts'
import type { Endpoint } from '../endpoint.ts'
import { listOf } from '../list.ts'
import { Flag, IdParams } from '../scalars.ts'
import * as token from '../token.ts'

const Nothing = z.null()

export const tokenCalls = {
  listTokens: {
    method: 'GET',
    path: '/api/token/',
    access: 'user',
    changes: false,
    summary: 'The caller’s tokens, without keys.',
    query: token.TokenQuery,
    reply: listOf(token.Token),
  },
  exportTokens: {
    method: 'GET',
    path: '/api/token/export',
    access: 'user',
    changes: false,
    summary: 'What the list’s filter finds among the caller’s tokens, as a file.',
    query: token.TokenExportQuery,
    format: 'csv',
    reply: z.string(),
  },
  getToken: {
    method: 'GET',
    path: '/api/token/:id',
    access: 'user',
    changes: false,
    summary: 'One of the caller’s tokens.',
    params: IdParams,
    reply: token.Token,
  },
  createToken: {
    method: 'POST',
    path: '/api/token/',
    access: 'user',
    changes: true,
    summary: 'Makes a token and answers it with its key.',
    body: token.TokenInput,
    reply: token.TokenWithKey,
  },
  updateToken: {
    method: 'PUT',
    path: '/api/token/',
    access: 'user',
    changes: true,
    summary: 'Changes a token; with status_only its status alone.',
    query: z.object({ status_only: Flag.default(false) }),
    body: token.TokenChange,
    reply: token.Token,
  },
  deleteToken: {
    method: 'DELETE',
    path: '/api/token/:id',
    access: 'user',
    changes: true,
    summary: 'Deletes a token. Its key stops at once.',
    params: IdParams,
    reply: Nothing,
  },
  changeTokens: {
    method: 'PUT',
    path: '/api/token/bulk',
    access: 'user',
    changes: true,
    summary:
      'Enables or disables many of the caller’s tokens. The answer names what takes it back.',
    body: z.object({ select: token.TokenSelection, change: token.TokenBulkChange }),
    reply: token.TokensChanged,
  },
  deleteTokens: {
    method: 'POST',
    path: '/api/token/bulk_delete',
    access: 'user',
    changes: true,
    summary: 'Deletes many of the caller’s tokens. Their keys stop at once.',
    body: z.object({ select: token.TokenSelection }),
    reply: BulkDeleted,
  },
  revealToken: {
    method: 'POST',
    path: '/api/token/:id/reveal',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'The key again, for its owner after a recent sign-in.',
    params: IdParams,
    reply: z.object({ key: z.string() }),
  },
  rotateToken: {
    method: 'POST',
    path: '/api/token/:id/rotate',
    access: 'user',
    changes: true,
    summary: 'A new key for the same token. The old one stops at once.',
    params: IdParams,
    reply: token.TokenWithKey,
  },
} as const satisfies Record<string, Endpoint>

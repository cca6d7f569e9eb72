import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import * as statement from '../money/statement.ts'
import { IdParams } from '../scalars.ts'

export const statementCalls = {
  getOwnStatement: {
    method: 'GET',
    path: '/api/user/statement',
    access: 'user',
    changes: false,
    summary: 'Everything that moved the caller’s own balance in a month.',
    query: statement.StatementQuery,
    reply: statement.Statement,
  },
  exportOwnStatement: {
    method: 'GET',
    path: '/api/user/statement/export',
    access: 'user',
    changes: false,
    summary: 'The caller’s own statement as a file.',
    query: statement.StatementQuery,
    format: 'csv',
    reply: z.string(),
  },
  getStatement: {
    method: 'GET',
    path: '/api/user/:id/statement',
    access: 'admin',
    changes: false,
    summary: 'Everything that moved a user’s balance in a month.',
    params: IdParams,
    query: statement.StatementQuery,
    reply: statement.Statement,
  },
  exportStatement: {
    method: 'GET',
    path: '/api/user/:id/statement/export',
    access: 'admin',
    changes: false,
    summary: 'A user’s statement as a file.',
    params: IdParams,
    query: statement.StatementQuery,
    format: 'csv',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>

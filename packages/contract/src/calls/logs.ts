import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import * as log from '../log.ts'
import { QuotaUnits } from '../scalars.ts'

const LogParams = z.object({ id: z.string().regex(/^[0-9]{1,15}$|^[0-9a-f-]{36}$/) })

export const logCalls = {
  listLogs: {
    method: 'GET',
    path: '/api/log/',
    access: 'admin',
    changes: false,
    summary: 'Everybody’s log.',
    query: log.LogQuery,
    reply: log.LogPage,
  },
  listOwnLogs: {
    method: 'GET',
    path: '/api/log/self',
    access: 'user',
    changes: false,
    summary: 'The caller’s log.',
    query: log.OwnLogQuery,
    reply: log.LogPage,
  },
  sumLogs: {
    method: 'GET',
    path: '/api/log/stat',
    access: 'admin',
    changes: false,
    summary: 'Sums over everybody’s log.',
    query: log.LogQuery,
    reply: log.AllLogSums,
  },
  sumOwnLogs: {
    method: 'GET',
    path: '/api/log/self/stat',
    access: 'user',
    changes: false,
    summary: 'Sums over the caller’s log.',
    query: log.OwnLogQuery,
    reply: log.LogSummary,
  },
  logSeries: {
    method: 'GET',
    path: '/api/log/series',
    access: 'admin',
    changes: false,
    summary: 'The sums over everybody’s log by calendar step and by model, token, channel or user.',
    query: log.LogSeriesQuery,
    reply: log.LogSeries,
  },
  ownLogSeries: {
    method: 'GET',
    path: '/api/log/self/series',
    access: 'user',
    changes: false,
    summary: 'The sums over the caller’s log by calendar step and by model or token.',
    query: log.OwnLogSeriesQuery,
    reply: log.LogSeries,
  },
  exportLogs: {
    method: 'GET',
    path: '/api/log/export',
    access: 'admin',
    changes: false,
    summary: 'What the filter finds in everybody’s log, as a file.',
    query: log.LogExportQuery,
    format: 'csv',
    reply: z.string(),
  },
  exportOwnLogs: {
    method: 'GET',
    path: '/api/log/self/export',
    access: 'user',
    changes: false,
    summary: 'What the filter finds in the caller’s log, as a file.',
    query: log.OwnLogExportQuery,
    format: 'csv',
    reply: z.string(),
  },
  getLog: {
    method: 'GET',
    path: '/api/log/:id',
    access: 'user',
    changes: false,
    summary: 'One row, by log id or request id. The caller’s own; administrators see all.',
    params: LogParams,
    reply: log.LogRow,
  },
  explainCharge: {
    method: 'GET',
    path: '/api/log/:id/cost',
    access: 'user',
    changes: false,
    summary:
      'Why a row cost what it did, by log id or request id. The caller’s own rows; administrators see all.',
    params: LogParams,
    reply: log.ChargeExplanation,
  },
  refundCharge: {
    method: 'POST',
    path: '/api/log/:id/refund',
    access: 'admin',
    changes: true,
    sessionOnly: true,
    summary:
      'Gives a charge back, once and whole: to the wallet, the token’s limit and spend windows that still run. Needs a recent sign-in.',
    params: LogParams,
    body: log.ChargeRefund,
    reply: z.object({ returned: QuotaUnits, forgiven: QuotaUnits }),
  },
} as const satisfies Record<string, Endpoint>

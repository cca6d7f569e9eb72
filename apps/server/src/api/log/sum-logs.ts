import type { Handler } from '../call.ts'
import { sumsOut } from './sums-out.ts'

export const sumLogs: Handler<'sumLogs'> = async ({ query }, { parts }) =>
  sumsOut(await parts.logs.sums({ ...query, userId: null }))

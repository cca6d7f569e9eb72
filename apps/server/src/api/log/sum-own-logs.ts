import type { Handler } from '../call.ts'
import { onlyOwn } from './only-own.ts'
import { sumsOut } from './sums-out.ts'

export const sumOwnLogs: Handler<'sumOwnLogs'> = async ({ query }, { caller, parts }) =>
  sumsOut(await parts.logs.sums(onlyOwn(query, caller)))

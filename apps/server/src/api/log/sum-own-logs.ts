import type { Handler } from '../call.ts'
import { onlyOwn } from './only-own.ts'
import { summaryOut } from './sums-out.ts'

export const sumOwnLogs: Handler<'sumOwnLogs'> = ({ query }, { caller, parts }) =>
  summaryOut(parts, onlyOwn(query, caller))

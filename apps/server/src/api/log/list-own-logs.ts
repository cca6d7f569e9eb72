import type { Handler } from '../call.ts'
import { onlyOwn } from './only-own.ts'
import { pageOfLog } from './page-of-log.ts'

export const listOwnLogs: Handler<'listOwnLogs'> = ({ query }, { caller, parts }) =>
  pageOfLog(onlyOwn(query, caller), query, { parts, forAdministrator: false })

import type { Handler } from '../call.ts'
import { onlyOwn } from './only-own.ts'
import { pageOfLog } from './page-of-log.ts'

export const listOwnLogs: Handler<'listOwnLogs'> = ({ query }, { caller, parts, language }) =>
  pageOfLog(onlyOwn(query, caller), query, { parts, reader: { administrator: false, language } })

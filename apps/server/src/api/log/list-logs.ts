import type { Handler } from '../call.ts'
import { pageOfLog } from './page-of-log.ts'

export const listLogs: Handler<'listLogs'> = ({ query }, { parts, language }) =>
  pageOfLog({ ...query, userId: null }, query, { parts, reader: { administrator: true, language } })

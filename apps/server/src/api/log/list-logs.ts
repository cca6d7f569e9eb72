import type { Handler } from '../call.ts'
import { pageOfLog } from './page-of-log.ts'

export const listLogs: Handler<'listLogs'> = ({ query }, { parts }) =>
  pageOfLog({ ...query, userId: null }, query, { parts, forAdministrator: true })

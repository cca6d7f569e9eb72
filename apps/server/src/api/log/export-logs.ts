import type { Handler } from '../call.ts'
import { logFile } from './log-file.ts'

export const exportLogs: Handler<'exportLogs'> = ({ query }, { parts, language }) =>
  logFile(
    { ...query, userId: null },
    { administrator: true, language, timeZone: query.time_zone },
    parts,
  )

import type { Handler } from '../call.ts'
import { logFile } from './log-file.ts'
import { onlyOwn } from './only-own.ts'

export const exportOwnLogs: Handler<'exportOwnLogs'> = ({ query }, { caller, parts, language }) =>
  logFile(
    onlyOwn(query, caller),
    { administrator: false, language, timeZone: query.time_zone },
    parts,
  )

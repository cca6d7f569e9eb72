import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'
import { summaryOut } from './sums-out.ts'

export const sumLogs: Handler<'sumLogs'> = async ({ query }, { parts }) => {
  const filter = { ...query, userId: null }
  const [summary, writtenOff] = await Promise.all([
    summaryOut(parts, filter),
    parts.logs.writtenOff(filter),
  ])
  return { ...summary, written_off: quotaOut(writtenOff) }
}

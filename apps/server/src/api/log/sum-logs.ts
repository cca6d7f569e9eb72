import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'
import { sumsOut } from './sums-out.ts'

export const sumLogs: Handler<'sumLogs'> = async ({ query }, { parts }) => {
  const filter = { ...query, userId: null }
  const [sums, writtenOff] = await Promise.all([
    parts.logs.sums(filter),
    parts.logs.writtenOff(filter),
  ])
  return { ...sumsOut(sums), written_off: quotaOut(writtenOff) }
}

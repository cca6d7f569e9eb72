import type { Handler } from '../call.ts'
import { storedChannel } from './stored-channel.ts'

export const seeChannel: Handler<'seeChannel'> = async ({ params }, call) => {
  const { row } = await storedChannel(params.id, call)
  // What came after the page was read stays.
  await call.parts.db
    .updateTable('channels')
    .set({ attention_at: null })
    .where('id', '=', row.id)
    .where('attention_at', '=', row.attention_at)
    .execute()
  return null
}

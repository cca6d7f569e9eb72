import { changeChannels as change } from '../../domain/channels/change-channels.ts'
import type { Handler } from '../call.ts'
import { requireGroups } from './require-groups.ts'

export const changeChannels: Handler<'changeChannels'> = ({ body }, call) => {
  const { caller, parts } = call
  requireGroups(body.change.group ?? [], call)
  return parts.snapshot.change(async (transaction) => {
    const changed = await change(transaction, { ...body, at: parts.clock.now() })
    const undo = await parts.undo.keep(transaction, caller.id, changed)
    return { changed: changed.rows.length, undo }
  })
}

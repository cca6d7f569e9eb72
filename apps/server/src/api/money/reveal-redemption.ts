import { redemptionsMost } from '@posthouse/contract/redemption'
import { isRoot } from '../../domain/accounts/account.ts'
import { codePlace } from '../../domain/redemptions/code.ts'
import type { Redemption } from '../../domain/redemptions/redemption.ts'
import { redemptions } from '../../domain/redemptions/redemption-noun.ts'
import type { Handler, SignedCall } from '../call.ts'
import { askingOf } from '../noun/asking.ts'

/* Codes are money to whoever has them: lists leave them out, and who looked at them is in the log of the server. */

export const revealRedemption: Handler<'revealRedemption'> = async ({ params }, call) => {
  const code = await redemptions.find(call.parts.db, askingOf(call), params.id)
  const [key = ''] = await revealed([code], call)
  return { key }
}

export const revealRedemptionBatch: Handler<'revealRedemptionBatch'> = async ({ params }, call) => {
  const { db } = call.parts
  const { name, batch } = await redemptions.find(db, askingOf(call), params.id)
  const codes = await redemptions.below(db, askingOf(call), {
    filter: { keyword: '', status: 0, batch },
    before: null,
    size: redemptionsMost,
  })
  return { name, keys: await revealed(codes.toReversed(), call) }
}

/** Records that an administrator has seen the code, and so could redeem it. */
async function revealed(codes: readonly Redemption[], { caller, parts, requestId }: SignedCall) {
  const ids = codes.map(({ id }) => id)
  if (!isRoot(caller) && ids.length > 0) {
    await parts.db
      .updateTable('redemptions')
      .set({ administrator_id: caller.id })
      .where('id', 'in', ids)
      .execute()
  }
  parts.log.info(
    { user: String(caller.id), codes: ids.map(String), request: requestId },
    'redemption codes revealed',
  )
  return codes.map(({ keySealed, keyHash }) => parts.seal.open(keySealed, codePlace(keyHash)))
}

import { multiplierFromMicros } from '../../pricing/multiplier.ts'
import type { Handler } from '../call.ts'

export const listOwnGroups: Handler<'listOwnGroups'> = async (_input, { caller, parts }) => {
  const open = [...parts.snapshot.get().groups.values()].filter(
    (group) => group.public || group.symbol === caller.group,
  )
  return Object.fromEntries(
    open.map((group) => [
      group.symbol,
      {
        symbol: group.symbol,
        name: group.name,
        ratio: multiplierFromMicros(group.ratioMillionths),
        api_rate: group.requestsPerMinute,
        public: group.public,
      },
    ]),
  )
}

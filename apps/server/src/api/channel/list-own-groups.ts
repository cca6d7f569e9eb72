import { groupsOpenTo } from '../../domain/groups/group.ts'
import { multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import type { Handler } from '../call.ts'

export const listOwnGroups: Handler<'listOwnGroups'> = async (_input, { caller, parts }) => {
  return Object.fromEntries(
    groupsOpenTo(parts.snapshot.get().groups, caller.group).map((group) => [
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

import type { Handler } from '../call.ts'

export const listGroups: Handler<'listGroups'> = async (_input, { parts }) => [
  ...parts.snapshot.get().groups.keys(),
]

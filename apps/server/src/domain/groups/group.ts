/** Users who pay the same ratio and have the same rate. Not a role: it gives no right in the console. */
export type UserGroup = {
  readonly symbol: string
  readonly name: string
  readonly ratioMillionths: bigint
  /** Requests a minute for each user. 0: no limit. */
  readonly requestsPerMinute: number
  readonly public: boolean
}

/** The enabled groups by symbol, in the order in which they were made. */
export type Groups = ReadonlyMap<string, UserGroup>

/** True where somebody of the group `own` may choose this one. A visitor is of none. */
export const isOpenTo = (groups: Groups, symbol: string, own: string | null): boolean =>
  symbol === own || groups.get(symbol)?.public === true

/** The groups that somebody of the group `own` may choose. */
export const groupsOpenTo = (groups: Groups, own: string): UserGroup[] =>
  [...groups.values()].filter(({ symbol }) => isOpenTo(groups, symbol, own))

/** True where all of them exist. */
export const areGroups = (groups: Groups, symbols: readonly string[]): boolean =>
  symbols.every((symbol) => groups.has(symbol))

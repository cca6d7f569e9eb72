import type { RawBuilder } from 'kysely'
/** What a check found, in words for an operator. */
export type Finding = { readonly ok: boolean; readonly text: string }

/** So many rows are named of each check that finds any. */
export const namedMost = 3

export type FindingWords = {
  /** Said when nothing is wrong. */
  readonly fine: string
  /** Said before how many are. */
  readonly wrong: string
}

/** Of so many wrong rows, the first of which are named. */
export function findingOf(words: FindingWords, total: number, names: readonly string[]): Finding {
  if (total === 0) return { ok: true, text: words.fine }
  const rest = total - names.length
  return {
    ok: false,
    text: `${words.wrong}: ${total} (${names.join(', ')}${rest > 0 ? ' …' : ''})`,
  }
}

/** Gathers wrong rows one by one, whatever their number. */
export function gathered(words: FindingWords) {
  const names: string[] = []
  let total = 0
  return {
    add: (name: string): void => {
      total += 1
      if (names.length < namedMost) names.push(name)
    },
    finding: (): Finding => findingOf(words, total, names),
  }
}

/** Rows that should not be: `select … as id` finds them. */
export type RowCheck = FindingWords & { readonly rows: RawBuilder<{ id: string }> }

import type { NounDeclaration, NounRow } from './declaration.ts'
import { type NounReads, readsOf } from './reads.ts'
import { type NounWrites, writesOf } from './writes.ts'

/** A declared noun. Its query is private, so rows are only read and written through these methods, for an account. */
export type Noun<Entity, Filter, Column extends string> = NounFacts &
  NounReads<Entity, Filter> &
  NounWrites<Filter, Column>

/** A noun regardless of its row type. */
export type NounFacts = {
  readonly table: string
  readonly isForAdministrators: boolean
  readonly held: 'configuration' | 'keys' | 'accounts' | 'nothing'
  readonly missing: () => Error
  readonly restores: Readonly<Record<string, 'bigint' | 'text'>>
}

export function declareNoun<
  DB,
  Tabled extends keyof DB,
  Row extends NounRow,
  Entity,
  Filter,
  Column extends string,
>(noun: NounDeclaration<DB, Tabled, Row, Entity, Filter, Column>): Noun<Entity, Filter, Column> {
  const { table, held, missing, restores } = noun
  const isForAdministrators = noun.whose === 'administrators'
  return {
    table,
    held,
    missing,
    restores,
    isForAdministrators,
    ...readsOf(noun),
    ...writesOf(noun),
  }
}

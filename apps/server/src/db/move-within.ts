import { runBatchAsync, runBatch } from '@posthouse/ledger/batch'
import { checkCommand } from '@posthouse/ledger/check'
import type { ResultOf } from '@posthouse/ledger/command'
import type { Row, Statement } from '@posthouse/ledger/statements'
import { postgresStatements } from '@posthouse/ledger/statements-postgres'
import { sqliteStatements } from '@posthouse/ledger/statements-sqlite'
import type { Submitter } from '@posthouse/ledger/writer'
import { CompiledQuery, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type MoveWithin = (
  transaction: Transaction<Tables>,
) => Submitter<'credit' | 'grant' | 'adjust'>

/** Money that must come together with rows of a transaction, such as a new account or a redeemed code. */
export function moveWithin(dialect: 'sqlite' | 'postgres', usageTable: string): MoveWithin {
  const statements =
    dialect === 'sqlite' ? sqliteStatements({ usageTable }) : postgresStatements({ usageTable })
  return (transaction) => ({
    async submit(command) {
      checkCommand(command)
      const [result] = await runBatchAsync(runBatch(statements, [command]), (statement) =>
        run(transaction, statement),
      )
      return result as ResultOf<typeof command>
    },
  })
}

async function run(transaction: Transaction<Tables>, { sql, runs }: Statement): Promise<Row[]> {
  const rows: Row[] = []
  for (const values of runs) {
    const answer = await transaction.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))
    for (const row of answer.rows) rows.push(row)
  }
  return rows
}

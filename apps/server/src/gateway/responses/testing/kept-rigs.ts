import type { Kysely } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../../db/connection.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Rig, RigOptions } from '../../tests/rig/gateway-rig.ts'
import { rigs } from '../../tests/rig/rigs.ts'

type Opened = { readonly database: Database; readonly close: () => Promise<void> }

/** Gateways of the tests of one file that keep responses, all in one database. */
export function keptRigs(openDatabase: () => Promise<Opened>): {
  readonly db: () => Kysely<Tables>
  readonly stand: (options: Omit<RigOptions, 'db'>) => Promise<Rig>
} {
  let base: Opened
  beforeAll(async () => {
    base = await openDatabase()
  })
  afterAll(() => base.close())
  const db = () => base.database.kysely
  const stand = rigs()
  return { db, stand: (options) => stand({ ...options, db: db() }) }
}

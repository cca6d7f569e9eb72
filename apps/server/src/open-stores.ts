import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { startIncarnation } from '@posthouse/ledger/incarnation'
import { sql, type Kysely } from 'kysely'
import { refusedAnywhere } from './books/refused-anywhere.ts'
import { createAccessTokenStore } from './domain/accounts/access-token-store.ts'
import { createAccountStore } from './domain/accounts/account-store.ts'
import { createChallengeStore } from './domain/accounts/challenge-store.ts'
import { createIdentityStore } from './domain/accounts/identity-store.ts'
import { createPasskeyStore } from './domain/accounts/passkey-store.ts'
import { createSecondFactorStore } from './domain/accounts/second-factor-store.ts'
import { createSessionStore } from './domain/accounts/session-store.ts'
import { createChannelStore } from './domain/channels/channel-store.ts'
import type { OperatorParts } from './commands/operator-command.ts'
import { ConfigError, type Config } from './config/config.ts'
import { closeToOthers } from './config/private-files.ts'
import {
  type Database,
  type DatabaseDialect,
  isPostgres,
  type Ledger,
  openDatabase,
  sqlitePath,
} from './db/connection.ts'
import type { Tables } from './db/tables.ts'
import { makeSchema, requireSchema } from './db/make-schema.ts'
import { createGroupStore } from './domain/groups/group-store.ts'
import { createConversationStore } from './domain/kept-answers/conversation-store.ts'
import { createResponseStore } from './domain/kept-answers/response-store.ts'
import { createRunEvents } from './domain/kept-answers/run-events.ts'
import type { Log } from './lib/log.ts'
import type { Clock } from './lib/clock.ts'
import { requestId } from './lib/ids.ts'
import { createSealer, loadSecret, type Sealer } from './lib/seal.ts'
import { createMailedCodes } from './domain/mail/mailed-codes.ts'
import { createOutboxStore } from './domain/outbox/outbox-store.ts'
import { createPriceStore } from './domain/pricing/price-store.ts'
import { createOptionStore } from './domain/settings/option-store.ts'
import { createWorkStore } from './domain/works/work-store.ts'
import { markFolders } from './tasks/shared-folders.ts'
import { createTaskStore } from './domain/tasks/task-store.ts'
import { createTokenStore } from './domain/tokens/token-store.ts'
import { createUndoStore } from './domain/undo/undo-store.ts'
import { createLogStore } from './domain/usage-log/log-store.ts'
import { createRollupStore } from './domain/usage-log/rollups/rollup-store.ts'

export type StoresContext = {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  /** Where a node on PostgreSQL keeps its journal: `data/` of where it was started, unless a test says else. */
  readonly dataFolder?: string
  /** No node: it may run beside one, whose the journal on this machine then is. */
  readonly isCommand?: boolean
}

export type Stores = Awaited<ReturnType<typeof openStores>>

/**
 * Opens the database and everything that reads and writes it. `close` is last. A server makes the tables of an empty
 * one and is a node from here on; a command does neither.
 */
export async function openStores(context: StoresContext) {
  const { config, log, clock } = context
  await makeFolder(config.databaseUrl)
  const database = await openDatabase({ url: config.databaseUrl })
  try {
    if (database.file !== null) await keepPrivate(database.file, log)
    if (context.isCommand === true) await requireSchema(database)
    else if (await makeSchema(database)) log.info('created the database tables')
    const secret = await loadSecret({
      variable: config.secretKey ?? undefined,
      databaseFile: database.file,
    })
    const sealer = createSealer(secret)
    await requireOwnSecret(database.kysely, sealer)
    const incarnation = requestId(clock.now())
    const db = database.kysely
    const dataFolder =
      database.file === null ? (context.dataFolder ?? resolve('data')) : dirname(database.file)
    if (context.isCommand !== true) {
      if (database.file === null) await markFolders(dataFolder, incarnation)
      await startIncarnation(db, database.dialect, incarnation)
    }
    const ledger = await openLedger(database, incarnation, { ...context, dataFolder })
    const refusedSettlements = (): Promise<number> =>
      refusedAnywhere({
        db,
        dialect: database.dialect,
        incarnation,
        countOwn: () => ledger.writer.countRefused(),
      })
    return {
      database,
      refusedSettlements,
      db,
      dataFolder,
      ledger,
      seal: sealer,
      incarnation,
      channels: createChannelStore(db, sealer),
      ...nounStores(db, database.dialect, { sealer, clock }),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Throws where secrets are sealed, and none of them with this secret key. Single values that cannot be opened are dealt
 * with later, so text that was never sealed says nothing here.
 */
async function requireOwnSecret(db: Kysely<Tables>, { keyId }: Sealer): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select distinct substr(sealed, 4, ${keyId.length}) as key from (
      select key_sealed as sealed from channel_keys
      union all select secrets_sealed from payment_gateways
      union all select value from options
    ) as secrets where sealed like 'v1:________:%'`.execute(db)
  if (rows.length === 0 || rows.some(({ key }) => key === keyId)) return
  throw new ConfigError([
    'POSTHOUSE_SECRET_KEY (with SQLite also the file secret.key) is not the one that the secrets of this database were sealed with. Set that one, or restore it from the backup.',
  ])
}

type NounParts = { readonly sealer: Sealer; readonly clock: Clock }

/** Those that need the database and little else. */
const nounStores = (
  db: Kysely<Tables>,
  dialect: DatabaseDialect,
  { sealer, clock }: NounParts,
) => ({
  accounts: createAccountStore(db),
  groups: createGroupStore(db),
  sessions: createSessionStore(db, clock),
  accessTokens: createAccessTokenStore(db, clock),
  codes: createMailedCodes(db, clock),
  identities: createIdentityStore(db),
  challenges: createChallengeStore(db, clock),
  passkeys: createPasskeyStore(db, clock),
  secondFactors: createSecondFactorStore(db, sealer, clock),
  taskStore: createTaskStore(db, dialect),
  workStore: createWorkStore(db),
  tokens: createTokenStore(db),
  prices: createPriceStore(db),
  options: createOptionStore(db, sealer),
  outbox: createOutboxStore(db),
  undo: createUndoStore(db, clock),
  logs: createLogStore(db, dialect),
  rollups: createRollupStore(db),
  responses: createResponseStore(db),
  runs: createRunEvents(db),
  conversations: createConversationStore(db),
})

type JournalContext = StoresContext & { readonly dataFolder: string }

/** Rights are the owner's to set: where the file belongs to another user it is used as it is. */
async function keepPrivate(file: string, log: Log): Promise<void> {
  try {
    await closeToOthers(file)
  } catch (error) {
    log.warn({ err: error, file }, 'other users of this machine may be able to read the database')
  }
}

/** What the commands of an operator use of them. */
export const operatorParts = (stores: Stores, clock: Clock): OperatorParts => ({
  db: stores.db,
  dialect: stores.database.dialect,
  database: stores.database,
  reader: stores.ledger.reader,
  retry: (command) => stores.ledger.writer.retry(command),
  dataFolder: stores.dataFolder,
  clock,
})

/** The folder of a SQLite file, on the first start. */
async function makeFolder(databaseUrl: string): Promise<void> {
  if (isPostgres(databaseUrl)) return
  await mkdir(dirname(sqlitePath(databaseUrl)), { recursive: true })
}

/**
 * The journal of settlements lies beside the SQLite file. On PostgreSQL it is a local file of this
 * node, known by its port: a node that starts again finds what its earlier life left behind. That is
 * in the ledger before anybody asks it: until then it refuses all that is new.
 */
async function openLedger(
  database: Database,
  incarnation: string,
  { config, log, dataFolder, isCommand }: JournalContext,
): Promise<Ledger> {
  const node = config.port === 0 ? incarnation : String(config.port)
  const journalPath = join(
    dataFolder,
    database.file === null ? `settlements-${node}.journal` : 'settlements.journal',
  )
  await mkdir(dataFolder, { recursive: true })
  const ledger = await database.ledger({
    // Of a SQLite file, a command is the only process.
    journalPath: isCommand === true && database.file === null ? null : journalPath,
    onProblem: (problem, error) => log.error({ err: error }, problem),
  })
  const { journalled } = ledger.writer.stats()
  if (journalled > 0) log.info({ settlements: journalled }, 'the journal is being replayed')
  await ledger.writer.replayed()
  return ledger
}

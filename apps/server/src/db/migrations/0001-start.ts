import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createIndex, createTable } from './columns.ts'

type Schema = { readonly database: Kysely<unknown>; readonly dialect: DatabaseDialect }

/** Everything that the first version has. Ledger amounts have no defaults: a row must say. */
export async function start(database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> {
  const schema: Schema = { database, dialect }
  await createLedger(schema)
  await createLedgerRecords(schema)
  await createPeople(schema)
  await createTokens(schema)
  await createChannels(schema)
  await createPrices(schema)
  await createUsageLog(schema)
  await createUsageIndexes(schema)
  await createRollup(schema)
  await createOperation(schema)
}

async function createLedger({ database, dialect }: Schema): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'ledger_accounts',
      columns: {
        id: 'identity',
        code: 'text',
        ledger: 'text',
        balance: 'integer',
        held: 'integer',
        window_limit: 'integer?',
        resets_at: 'integer?',
        updated_at: 'integer',
      },
    },
    // The law, once more, where no code can forget it.
    (table) => table.addCheckConstraint('held_of_balance', sql`held >= 0 and held <= balance`),
  )
  await createIndex(database, 'ledger_accounts', ['code'], 'unique')

  await createTable(database, dialect, {
    name: 'ledger_holds',
    columns: {
      id: 'name',
      state: 'text',
      amount: 'integer',
      accounts: 'text',
      incarnation: 'text',
      created_at: 'integer',
      resolved_at: 'integer?',
      reason: 'text?',
    },
  })
  // Pending holds are few and the rest is history.
  await database.schema
    .createIndex('ledger_holds_pending')
    .on('ledger_holds')
    .columns(['incarnation', 'created_at'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
}

async function createLedgerRecords({ database, dialect }: Schema): Promise<void> {
  await createTable(database, dialect, {
    name: 'ledger_operations',
    columns: {
      id: 'identity',
      cause: 'text',
      kind: 'text',
      actor: 'text',
      remark: 'text',
      book_revision: 'integer',
      late: 'integer',
      at: 'integer',
    },
  })
  await createIndex(database, 'ledger_operations', ['cause', 'kind'], 'unique')

  await createTable(
    database,
    dialect,
    {
      name: 'ledger_transfers',
      columns: {
        id: 'identity',
        operation_id: 'integer',
        ledger: 'text',
        debit: 'text',
        credit: 'text',
        amount: 'integer',
      },
    },
    (table) =>
      table
        .addCheckConstraint('amount_positive', sql`amount > 0`)
        .addForeignKeyConstraint('transfer_of_operation', ['operation_id'], 'ledger_operations', [
          'id',
        ]),
  )
  await createIndex(database, 'ledger_transfers', ['operation_id'])
  await createIndex(database, 'ledger_transfers', ['debit', 'id'])
  // Every charge is credited to one of two accounts whose history nobody pages through.
  await sql`create index ledger_transfers_by_credit_id on ledger_transfers (credit, id)
    where credit not in ('revenue', 'allowed')`.execute(database)

  await createTable(database, dialect, {
    name: 'ledger_incarnations',
    columns: { id: 'name', started_at: 'integer', heartbeat_at: 'integer', ended_at: 'integer?' },
  })
}

async function createPeople({ database, dialect }: Schema): Promise<void> {
  await createTable(database, dialect, {
    name: 'users',
    columns: {
      id: 'identity',
      username: 'text',
      display_name: 'text',
      password: 'text',
      role: 'integer',
      status: 'integer',
      email: 'text?',
      group: 'text',
      created_at: 'integer',
      password_changed_at: 'integer?',
      last_login_at: 'integer?',
      last_login_ip: 'text?',
      deleted_at: 'integer?',
    },
  })
  await database.schema
    .createIndex('users_by_username')
    .on('users')
    .column('username')
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await createIndex(database, 'users', ['email'])

  await createTable(
    database,
    dialect,
    {
      name: 'sessions',
      columns: {
        id: 'name',
        user_id: 'integer',
        created_at: 'integer',
        seen_at: 'integer',
        expires_at: 'integer',
        authenticated_at: 'integer',
        ip: 'text',
        user_agent: 'text',
      },
    },
    (table) =>
      table.addForeignKeyConstraint('session_of_user', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
  )
  await createIndex(database, 'sessions', ['user_id'])
  await createIndex(database, 'sessions', ['expires_at'])
}

async function createTokens({ database, dialect }: Schema): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'tokens',
      columns: {
        id: 'identity',
        user_id: 'integer',
        name: 'text',
        key_hash: 'text',
        key_prefix: 'text',
        key_tail: 'text',
        key_sealed: 'text',
        status: 'integer',
        unlimited_quota: 'integer',
        cache: 'integer',
        hidden: 'integer',
        group: 'text',
        setting: 'text',
        created_at: 'integer',
        accessed_at: 'integer?',
        expires_at: 'integer?',
        deleted_at: 'integer?',
      },
    },
    (table) => table.addForeignKeyConstraint('token_of_user', ['user_id'], 'users', ['id']),
  )
  await createIndex(database, 'tokens', ['key_hash'], 'unique')
  await createIndex(database, 'tokens', ['user_id', 'id'])
}

async function createChannels({ database, dialect }: Schema): Promise<void> {
  await createTable(database, dialect, {
    name: 'channels',
    columns: {
      id: 'identity',
      name: 'text',
      type: 'integer',
      status: 'integer',
      groups: 'text',
      models: 'text',
      tag: 'text',
      base_url: 'text',
      other: 'text',
      proxy: 'text',
      test_model: 'text',
      model_mapping: 'text',
      model_headers: 'text',
      custom_parameter: 'text',
      plugin: 'text',
      only_chat: 'integer',
      pre_cost: 'integer',
      priority: 'integer',
      weight: 'integer',
      response_time: 'integer',
      tested_at: 'integer?',
      balance_micros: 'integer?',
      balance_at: 'integer?',
      created_at: 'integer',
      updated_at: 'integer',
      deleted_at: 'integer?',
    },
  })
  await createTable(
    database,
    dialect,
    {
      name: 'channel_keys',
      columns: {
        id: 'identity',
        channel_id: 'integer',
        key_sealed: 'text',
        fingerprint: 'text',
        status: 'integer',
        position: 'integer',
        last_error: 'text',
        deleted_at: 'integer?',
      },
    },
    (table) => table.addForeignKeyConstraint('key_of_channel', ['channel_id'], 'channels', ['id']),
  )
  await createIndex(database, 'channel_keys', ['channel_id', 'position'])
}

async function createPrices({ database, dialect }: Schema): Promise<void> {
  await createTable(database, dialect, {
    name: 'user_groups',
    columns: {
      id: 'identity',
      symbol: 'text',
      name: 'text',
      ratio_millionths: 'integer',
      rpm: 'integer',
      public: 'integer',
      enabled: 'integer',
    },
  })
  await createIndex(database, 'user_groups', ['symbol'], 'unique')

  await createTable(database, dialect, {
    name: 'prices',
    columns: {
      id: 'identity',
      model: 'text',
      type: 'text',
      channel_type: 'integer',
      input_micros: 'integer',
      output_micros: 'integer',
      lines: 'text',
      source: 'text',
      updated_at: 'integer',
    },
  })
  await createIndex(database, 'prices', ['model'], 'unique')
}

async function createUsageLog({ database, dialect }: Schema): Promise<void> {
  await createTable(database, dialect, {
    name: 'usage_log',
    columns: {
      id: 'identity',
      request_id: 'text',
      type: 'integer',
      created_at: 'integer',
      user_id: 'integer',
      username: 'text',
      token_id: 'integer',
      token_name: 'text',
      channel_id: 'integer',
      channel_name: 'text',
      model: 'text',
      priced_model: 'text',
      group: 'text',
      dialect: 'text',
      is_stream: 'integer',
      duration_ms: 'integer',
      first_content_ms: 'integer?',
      input_tokens: 'integer',
      output_tokens: 'integer',
      usage: 'text',
      usage_source: 'text',
      outcome: 'text',
      status: 'integer',
      error_code: 'text',
      quota: 'integer',
      written_off: 'integer',
      held: 'integer',
      book_revision: 'integer',
      group_ratio_millionths: 'integer',
      charge: 'text',
      client_request_id: 'text',
      source_ip: 'text',
      content: 'text',
    },
  })
}

/**
 * Each page of the log is read by key set, newest first, so an index ends with the id. Every index
 * is paid for by every charge: pairs that are not here are filtered within the narrower of the two.
 */
async function createUsageIndexes({ database }: Schema): Promise<void> {
  const indexes = [
    ['user_id', 'id'],
    ['user_id', 'model', 'id'],
    ['token_id', 'id'],
    ['channel_id', 'id'],
    ['model', 'id'],
    ['created_at', 'id'],
    ['request_id'],
  ]
  for (const columns of indexes) await createIndex(database, 'usage_log', columns)
}

async function createRollup({ database, dialect }: Schema): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'usage_rollup',
      columns: {
        scope: 'text',
        scope_id: 'integer',
        hour: 'integer',
        model: 'text',
        requests: 'integer',
        errors: 'integer',
        quota: 'integer',
        input_tokens: 'integer',
        output_tokens: 'integer',
        duration_ms: 'integer',
        first_content_ms: 'integer',
        first_content_count: 'integer',
      },
    },
    (table) =>
      table.addPrimaryKeyConstraint('usage_rollup_key', ['scope', 'scope_id', 'hour', 'model']),
  )
  await createIndex(database, 'usage_rollup', ['scope', 'hour'])
}

async function createOperation({ database, dialect }: Schema): Promise<void> {
  await createTable(database, dialect, {
    name: 'options',
    columns: { key: 'name', value: 'text', updated_at: 'integer' },
  })
  await createTable(database, dialect, {
    name: 'revisions',
    columns: { name: 'name', revision: 'integer' },
  })
  await createTable(database, dialect, {
    name: 'attempts',
    columns: {
      id: 'identity',
      request_id: 'text',
      number: 'integer',
      channel_id: 'integer',
      channel_key_id: 'integer',
      model: 'text',
      status: 'integer',
      failure: 'text',
      message: 'text',
      started_at: 'integer',
      duration_ms: 'integer',
    },
  })
  await createIndex(database, 'attempts', ['request_id'])
  await createIndex(database, 'attempts', ['channel_id', 'id'])
  await createTable(database, dialect, {
    name: 'leases',
    columns: { name: 'name', owner: 'text', expires_at: 'integer' },
  })
}

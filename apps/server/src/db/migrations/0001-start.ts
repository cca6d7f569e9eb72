import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createLedger, createLedgerRecords } from './0001-start-ledger.ts'
import { createRollup, createUsageIndexes, createUsageLog } from './0001-start-usage.ts'
import { createIndex, createTable } from './columns.ts'
import type { Schema } from './columns.ts'

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

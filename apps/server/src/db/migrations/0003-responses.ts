import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createIndex, createTable } from './columns.ts'

/** What clients of OpenAI's Responses go on from: responses, conversations, their items. */
export async function responses(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
): Promise<void> {
  await createResponses(database, dialect)
  await createConversations(database, dialect)
}

async function createResponses(database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'responses',
      columns: {
        user_id: 'integer',
        id: 'text',
        previous_id: 'text',
        conversation_id: 'text',
        conversation_last: 'integer',
        channel_id: 'integer',
        key_id: 'integer',
        model: 'text',
        response: 'text',
        input: 'text',
        created_at: 'integer',
        expires_at: 'integer',
      },
    },
    (table) => table.addPrimaryKeyConstraint('responses_key', ['user_id', 'id']),
  )
  await createTable(
    database,
    dialect,
    {
      name: 'response_items',
      columns: { user_id: 'integer', id: 'text', response_id: 'text' },
    },
    (table) => table.addPrimaryKeyConstraint('response_items_key', ['user_id', 'id']),
  )
  await createIndex(database, 'responses', ['expires_at'])
  await createIndex(database, 'response_items', ['user_id', 'response_id'])
}

async function createConversations(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'conversations',
      columns: {
        user_id: 'integer',
        id: 'text',
        metadata: 'text',
        bytes: 'integer',
        created_at: 'integer',
        expires_at: 'integer',
      },
    },
    (table) => table.addPrimaryKeyConstraint('conversations_key', ['user_id', 'id']),
  )
  await createTable(database, dialect, {
    name: 'conversation_items',
    columns: {
      number: 'identity',
      user_id: 'integer',
      conversation_id: 'text',
      id: 'text',
      item: 'text',
    },
  })
  await createIndex(database, 'conversations', ['expires_at'])
  await createIndex(database, 'conversation_items', ['user_id', 'conversation_id', 'id'], 'unique')
}

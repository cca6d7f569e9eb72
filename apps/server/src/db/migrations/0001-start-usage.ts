import { createIndex, createTable } from './columns.ts'
import type { Schema } from './columns.ts'

export async function createUsageLog({ database, dialect }: Schema): Promise<void> {
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
export async function createUsageIndexes({ database }: Schema): Promise<void> {
  const indexes = [
    ['user_id', 'id'],
    ['user_id', 'model', 'id'],
    ['token_id', 'id'],
    ['token_name', 'id'],
    ['channel_id', 'id'],
    ['model', 'id'],
    ['created_at', 'id'],
    ['request_id'],
  ]
  for (const columns of indexes) await createIndex(database, 'usage_log', columns)
}

export async function createRollup({ database, dialect }: Schema): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'usage_rollup',
      keyed: true,
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

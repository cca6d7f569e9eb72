import { createHash } from 'node:crypto'
import { columnTypes } from './column-types.ts'
import type { DatabaseDialect } from './connection.ts'
import { moneySchema } from './money-tables.ts'
import { taskSchema } from './tables/task-table.ts'
import { workSchema } from './tables/work-table.ts'

/*
 * Every table and index, on both databases. What a column is stands behind its name. `?` may be null; everything else
 * may not be, and counts from 0 or is empty when a row does not say (`bytes` must be said). `identity` numbers rows and
 * never uses a number twice, `name` is the key of its rows. A table that is `keyed` is found by its key alone: SQLite
 * then keeps one tree instead of a table and an index.
 */
const schema = `
${moneySchema}
${taskSchema}
-- People and what they call with.

create table users (
  id identity, username text, display_name text, password text, role integer, status integer,
  email text?, group text, created_at integer, password_changed_at integer?,
  last_login_at integer?, last_login_ip text?, deleted_at integer?,
  aff_code text, inviter_id integer?, inviter_reward integer, reminder_armed integer, notify text, version integer
);
create unique index users_by_email on users (email) where deleted_at is null;
create unique index users_by_aff_code on users (aff_code) where aff_code <> '';
create index users_by_inviter_id on users (inviter_id);
create unique index users_by_username on users (username) where deleted_at is null;
create table sessions (
  id name, user_id integer, created_at integer, seen_at integer, expires_at integer,
  authenticated_at integer, ip text, user_agent text,
  constraint session_of_user foreign key (user_id) references users (id) on delete cascade
);
create index sessions_by_expires_at on sessions (expires_at);
create index sessions_by_user_id on sessions (user_id);
create table access_tokens (
  id identity, user_id integer, name text, token_hash text, tail text, created_at integer,
  used_at integer?, codes_per_day integer, codes_day integer, codes_made integer,
  constraint access_token_of_user foreign key (user_id) references users (id) on delete cascade
);
create unique index access_tokens_by_token_hash on access_tokens (token_hash);
create index access_tokens_by_user_id on access_tokens (user_id);
-- Hashes of what was mailed, by purpose and address.
create table mailed_codes (
  id name, code_hash text, created_at integer, expires_at integer, tries integer
);
create index mailed_codes_by_expires_at on mailed_codes (expires_at);
-- Accounts at other services that sign somebody in here.
create table identities (
  id identity, user_id integer, provider text, subject text, name text, created_at integer,
  constraint identity_of_user foreign key (user_id) references users (id) on delete cascade
);
create unique index identities_by_provider_subject on identities (provider, subject);
create unique index identities_by_user_id_provider on identities (user_id, provider);
create table passkeys (
  id identity, user_id integer, credential_id text, public_key text, counter integer,
  transports text, name text, created_at integer, used_at integer?,
  constraint passkey_of_user foreign key (user_id) references users (id) on delete cascade
);
create unique index passkeys_by_credential_id on passkeys (credential_id);
create index passkeys_by_user_id on passkeys (user_id);
-- Authenticator apps. A code is accepted once: "last_step" is the time step of the last one.
create table second_factors (
  user_id integer, secret text, created_at integer, confirmed_at integer?, last_step integer,
  constraint second_factors_key primary key (user_id),
  constraint second_factor_of_user foreign key (user_id) references users (id) on delete cascade
);
create table recovery_codes (
  id identity, user_id integer, code_hash text, used_at integer?,
  constraint recovery_code_of_user foreign key (user_id) references users (id) on delete cascade
);
create index recovery_codes_by_user_id on recovery_codes (user_id);
-- What was begun and must be finished by the same browser, once: by the hash of what names it.
create table challenges (
  id name, purpose text, user_id integer?, content text, expires_at integer
);
create index challenges_by_expires_at on challenges (expires_at);
create table tokens (
  id identity, user_id integer, name text, key_hash text, key_prefix text, key_tail text,
  key_sealed text, status integer, unlimited_quota integer, cache integer,
  cost_in_answer integer, hidden integer, group text, setting text, created_at integer, accessed_at integer?, expires_at integer?,
  deleted_at integer?, version integer,
  constraint token_of_user foreign key (user_id) references users (id)
);
create unique index tokens_by_key_hash on tokens (key_hash);
create index tokens_by_user_id_id on tokens (user_id, id);
create table user_groups (
  id identity, symbol text, name text, ratio_millionths integer, rpm integer, public integer,
  enabled integer, deleted_at integer?, version integer
);
create unique index user_groups_by_symbol on user_groups (symbol) where deleted_at is null;

-- Commands of the Telegram bot that the operator wrote.
create table telegram_menus (
  id identity, command text, description text, parse_mode text, reply_message text,
  deleted_at integer?, version integer
);
create unique index telegram_menus_by_command on telegram_menus (command)
  where deleted_at is null;

-- Suppliers.

create table channels (
  id identity, name text, type integer, status integer, groups text, models text, tag text,
  base_url text, other text, proxy text, test_model text, model_mapping text, model_headers text,
  custom_parameter text, plugin text, only_chat integer, pre_cost integer, priority integer,
  weight integer, response_time integer, tested_at integer?, balance_micros integer?,
  balance_at integer?, balance_currency text, created_at integer, updated_at integer,
  deleted_at integer?, version integer, test_failure text, attention_at integer?, attention_reason text,
  cost_millionths integer?, cost_prices text, responses_of text, has_responses integer?
);
-- When a channel last answered, and what it last failed with. Written with the records of attempts.
create table channel_health (
  channel_id integer, succeeded_at integer?, failed_at integer?, failure text, message text,
  constraint channel_health_key primary key (channel_id)
) keyed;
create table channel_keys (
  id identity, channel_id integer, key_sealed text, fingerprint text, status integer,
  position integer, last_error text, failed_at integer?, deleted_at integer?,
  constraint key_of_channel foreign key (channel_id) references channels (id)
);
create index channel_keys_by_channel_id_position on channel_keys (channel_id, position);
create table prices (
  id identity, model text, type text, channel_type integer, input_micros integer,
  output_micros integer, lines text, source text, locked integer, updated_at integer
);
create unique index prices_by_model on prices (model);
-- What every change of an entry replaced and by what, as rows. A batch is taken back as a whole.
create table price_changes (
  id identity, batch text, at integer, actor_id integer?, actor text, cause text, model text,
  revision integer, before text, after text
);
create index price_changes_by_model_id on price_changes (model, id);
create index price_changes_by_batch on price_changes (batch);

-- What was called.

create table usage_log (
  id identity, request_id text, type integer, created_at integer, user_id integer, username text,
  token_id integer, token_name text, channel_id integer, channel_name text, model text,
  priced_model text, group text, dialect text, is_stream integer, duration_ms integer,
  first_content_ms integer?, input_tokens integer, output_tokens integer, usage text,
  usage_source text, outcome text, status integer, error_code text, quota integer,
  written_off integer, held integer, book_revision integer, group_ratio_millionths integer,
  charge text, client_request_id text, source_ip text, content text, doubts text,
  added_limit integer, extensions text, cost integer?
);
-- Each page of the log is read by key set, newest first, so an index ends with the id. Every index is
-- paid for by every charge: pairs that are not here are filtered within the narrower of the two.
create index usage_log_by_channel_id_id on usage_log (channel_id, id);
create index usage_log_by_created_at_id on usage_log (created_at, id);
create index usage_log_by_model_id on usage_log (model, id);
create index usage_log_by_request_id on usage_log (request_id);
create index usage_log_by_token_id_id on usage_log (token_id, id);
create index usage_log_by_token_name_id on usage_log (token_name, id);
create index usage_log_by_user_id_id on usage_log (user_id, id);
create index usage_log_by_user_id_model_id on usage_log (user_id, model, id);
create table attempts (
  id identity, request_id text, number integer, channel_id integer, channel_key_id integer,
  model text, status integer, failure text, message text, started_at integer, duration_ms integer
);
create index attempts_by_channel_id_id on attempts (channel_id, id);
create index attempts_by_request_id on attempts (request_id);
create table log_archives (
  id identity, day text, rows integer, content bytes, checksum text
);
create index log_archives_by_day_id on log_archives (day, id);
create table archived_losses (
  request_id name, type integer, created_at integer, user_id integer, username text,
  token_name text, channel_id integer, model text, source_ip text, doubts text
);
create index archived_losses_by_created_at on archived_losses (created_at);
create table log_cleanups (
  id identity, begins_at integer, ends_at integer, entries integer, made_at integer, actor_id integer
);

-- Sums by hour. Those of a node ("node" is not empty) are folded into the common ones.

create table usage_rollup (
  scope text, scope_id integer, hour integer, model text, requests integer, errors integer,
  quota integer, input_tokens integer, output_tokens integer, duration_ms integer,
  first_content_ms integer, first_content_count integer, doubts integer, refusals integer,
  cost integer, costed_quota integer,
  constraint usage_rollup_key primary key (scope, scope_id, hour, model)
) keyed;
-- Has every sum that a chart over all users, tokens or channels reads: only folds write it.
create index usage_rollup_by_scope_hour on usage_rollup (
  scope, hour, scope_id, model, requests, errors, refusals, quota, input_tokens, output_tokens,
  duration_ms, cost, costed_quota
);
create table node_rollup (
  scope text, scope_id integer, hour integer, model text, node text, requests integer,
  errors integer, quota integer, input_tokens integer, output_tokens integer, duration_ms integer,
  first_content_ms integer, first_content_count integer, doubts integer, refusals integer,
  cost integer, costed_quota integer,
  constraint node_rollup_key primary key (scope, scope_id, hour, model, node)
) keyed;
create table latency_rollup (
  scope text, scope_id integer, hour integer, model text, up_to_ms integer, node text,
  durations integer, first_contents integer,
  constraint latency_rollup_key primary key (scope, scope_id, hour, model, up_to_ms, node)
) keyed;
create index latency_rollup_by_scope_hour on latency_rollup (scope, hour);
-- A fold looks for the rows of nodes among many more that are folded.
create index latency_rollup_of_nodes on latency_rollup (node, hour) where node <> '';
create table meter_rollup (
  scope text, scope_id integer, hour integer, model text, meter text, node text, amount integer,
  constraint meter_rollup_key primary key (scope, scope_id, hour, model, meter, node)
) keyed;
create index meter_rollup_by_scope_hour on meter_rollup (scope, hour);
create index meter_rollup_of_nodes on meter_rollup (node, hour) where node <> '';
create table failure_rollup (
  channel_id integer, hour integer, failure text, node text, attempts integer,
  constraint failure_rollup_key primary key (channel_id, hour, failure, node)
) keyed;
create index failure_rollup_of_nodes on failure_rollup (node, hour) where node <> '';

-- What clients of OpenAI's Responses go on from.

create table responses (
  user_id integer, id text, previous_id text, conversation_id text, conversation_last integer,
  channel_id integer, key_id integer, model text, response text, input text, created_at integer,
  expires_at integer, under_way integer, bytes integer,
  constraint responses_key primary key (user_id, id)
);
create index responses_by_expires_at on responses (expires_at);
-- In the order in which a user's oldest make room.
create index responses_by_user_id_created_at_bytes on responses (user_id, created_at, bytes);
create table response_items (
  user_id integer, id text, response_id text,
  constraint response_items_key primary key (user_id, id)
);
create index response_items_by_user_id_response_id on response_items (user_id, response_id);
create table response_events (
  user_id integer, response_id text, number integer, events text,
  constraint response_events_key primary key (user_id, response_id, number)
);
create table conversations (
  user_id integer, id text, metadata text, bytes integer, created_at integer, expires_at integer,
  constraint conversations_key primary key (user_id, id)
);
create index conversations_by_expires_at on conversations (expires_at);
create table conversation_items (
  number identity, user_id integer, conversation_id text, id text, item text
);
create unique index conversation_items_by_user_id_conversation_id_id
  on conversation_items (user_id, conversation_id, id);

-- Operation.

create table schema_made (
  fingerprint name, made_at integer
);
create table options (
  key name, value text, updated_at integer
);
create table revisions (
  name name, revision integer
);
create table leases (
  name name, owner text, expires_at integer
);
create table undo_entries (
  id name, user_id integer, kind text, columns text, rows text, created_at integer,
  expires_at integer
);
create index undo_entries_by_expires_at on undo_entries (expires_at);
create index undo_entries_by_user_id_created_at on undo_entries (user_id, created_at);
create table outbox (
  id name, kind text, key text, payload text, created_at integer, due_at integer,
  attempts integer, last_error text, delivered_at integer?, given_up_at integer?
);
create unique index outbox_by_kind_key on outbox (kind, key);
-- What is over stays a month, and is far more than what is due.
create index outbox_due on outbox (due_at) where delivered_at is null and given_up_at is null;
${workSchema}`

/** What makes the schema in an empty database, in order. */
export const schemaStatements = (dialect: DatabaseDialect): readonly string[] =>
  schema
    .replaceAll(/--.*$/gm, '')
    .replaceAll(
      /(\w+) (identity|integer\??|text\??|name|bytes)(?=[,\n])/g,
      (_, column: string, kind: string) => `"${column}" ${columnTypes[dialect][kind] ?? kind}`,
    )
    .replaceAll(') keyed', dialect === 'sqlite' ? ') without rowid' : ')')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

/** Tells one schema from another. */
export const schemaFingerprint = (dialect: DatabaseDialect): string =>
  createHash('sha256').update(schemaStatements(dialect).join(';')).digest('hex').slice(0, 12)

import type { LedgerTables } from '@posthouse/ledger/tables'
import type { Generated } from 'kysely'
import type { AccessTables } from './access-tables.ts'
import type { MoneyTables } from './money-tables.ts'
import type { OutboxTable } from './tables/outbox-table.ts'
import type { ResponseTables } from './response-tables.ts'
import type { TaskTable } from './tables/task-table.ts'
import type { WorkTable } from './tables/work-table.ts'

/*
 * Every table. All integers are 64 bits and read as bigint on both databases; a flag is 0 or 1;
 * times are epoch milliseconds; JSON is text. Columns ending in `_sealed` hold what lib/seal.ts makes.
 */
export type Tables = LedgerTables &
  AccessTables &
  MoneyTables &
  ResponseTables &
  TaskTable &
  WorkTable & {
    users: {
      id: Generated<bigint>
      username: string
      display_name: string
      /** Argon2id (or an imported bcrypt hash). Empty: no password sign-in. */
      password: string
      /** 1 ordinary, 10 administrator, 100 super administrator */
      role: bigint
      /** 1 enabled, 2 disabled */
      status: bigint
      /** In small letters. */
      email: string | null
      group: string
      created_at: bigint
      /** Null until the first own choice: the password of the first start was printed on a console. */
      password_changed_at: bigint | null
      last_login_at: bigint | null
      last_login_ip: string | null
      deleted_at: bigint | null
      /** What an invitation link of this user names. */
      aff_code: Generated<string>
      inviter_id: Generated<bigint | null>
      /** What the inviter was given for this user. */
      inviter_reward: Generated<bigint>
      /** 1: the balance was above the threshold, so that a reminder goes out when it falls below. */
      reminder_armed: Generated<bigint>
      /** Of what the user is told, and how: JSON. Empty: the user never chose. */
      notify: Generated<string>
      /** Counts changes by an administrator. */
      version: Generated<bigint>
    }
    /** One row: which schema (`schema.ts`) this is. */
    schema_made: { fingerprint: string; made_at: bigint }
    tokens: {
      id: Generated<bigint>
      user_id: bigint
      name: string
      key_hash: string
      key_prefix: string
      key_tail: string
      key_sealed: string
      /** 1 enabled, 2 disabled. Expired and exhausted are derived, not stored. */
      status: bigint
      unlimited_quota: bigint
      cache: bigint
      cost_in_answer: bigint
      /** 1 for the playground's own token, which no list shows. */
      hidden: bigint
      /** Empty: the group of its user. */
      group: string
      /** Limits: models, addresses, rates, spend windows. */
      setting: string
      /** Grows with every write: undo puts back only what nobody has changed since. */
      version: Generated<bigint>
      created_at: bigint
      accessed_at: bigint | null
      expires_at: bigint | null
      deleted_at: bigint | null
    }
    channels: {
      id: Generated<bigint>
      name: string
      type: bigint
      /** 1 enabled, 2 disabled, 3 disabled by a test or by failures */
      status: bigint
      /** Comma lists, trimmed. */
      groups: string
      models: string
      tag: string
      base_url: string
      other: string
      proxy: string
      test_model: string
      /** JSON objects. */
      model_mapping: string
      model_headers: string
      custom_parameter: string
      plugin: string
      only_chat: bigint
      pre_cost: bigint
      priority: bigint
      weight: bigint
      /** Grows with every write of what a person set. */
      version: Generated<bigint>
      response_time: bigint
      tested_at: bigint | null
      /** What the last test failed with, masked; empty when it passed. */
      test_failure: Generated<string>
      /** When failures or a test last took it or a key of it out of service; null once an administrator has seen it. */
      attention_at: bigint | null
      /** The failure code. */
      attention_reason: Generated<string>
      /** What its supplier takes, of the published price; null: unknown. */
      cost_millionths: bigint | null
      /** JSON by model. */
      cost_prices: string
      /** The type and the address at which a test looked for Responses; empty: none did. A finding about others is void. */
      responses_of: Generated<string>
      /** Whether it found them; null: no clear answer. */
      has_responses: bigint | null
      /** What the upstream says is left, in millionths of a unit of its own currency. */
      balance_micros: bigint | null
      balance_at: bigint | null
      /** By its code; empty where no balance is known. */
      balance_currency: Generated<string>
      created_at: bigint
      updated_at: bigint
      deleted_at: bigint | null
    }
    channel_keys: {
      id: Generated<bigint>
      channel_id: bigint
      key_sealed: string
      /** SHA-256 of the key: tells equal keys without opening them. */
      fingerprint: string
      /** 1 enabled, 2 disabled, 3 disabled by failures */
      status: bigint
      position: bigint
      last_error: string
      /** When failures disabled it. */
      failed_at: bigint | null
      deleted_at: bigint | null
    }
    user_groups: {
      id: Generated<bigint>
      symbol: string
      name: string
      ratio_millionths: bigint
      /** Requests a minute for each user of the group. 0: no limit. */
      rpm: bigint
      public: bigint
      enabled: bigint
      deleted_at: Generated<bigint | null>
      version: Generated<bigint>
    }
    prices: {
      id: Generated<bigint>
      model: string
      /** tokens, times */
      type: string
      channel_type: bigint
      /** Micro-quota a token (or a thousandth of a call): multiplier × 1 000 000. */
      input_micros: bigint
      output_micros: bigint
      /** Further price lines, JSON. */
      lines: string
      /** Where the figures come from, with the date. Empty for what an administrator typed. */
      source: string
      /** 1: a fetched list does not change it. */
      locked: bigint
      updated_at: bigint
    }
    price_changes: {
      id: Generated<bigint>
      batch: string
      at: bigint
      /** Null: nobody who is signed in, such as the command line. */
      actor_id: bigint | null
      actor: string
      /** One of `priceCauses`. */
      cause: string
      model: string
      /** Of the configuration that has the change. */
      revision: bigint
      /** The entry as JSON; empty: there was, or is, none. */
      before: string
      after: string
    }
    options: {
      key: string
      value: string
      updated_at: bigint
    }
    /** One row, 'configuration': bumped by every write that changes the snapshot. */
    revisions: {
      name: string
      revision: bigint
    }
    usage_log: {
      id: Generated<bigint>
      request_id: string
      /** 1 top-up, 2 consumption, 3 management, 4 system, 5 error */
      type: bigint
      created_at: bigint
      user_id: bigint
      username: string
      token_id: bigint
      token_name: string
      channel_id: bigint
      channel_name: string
      /** As requested; `priced_model` is the name that was priced. */
      model: string
      priced_model: string
      group: string
      dialect: string
      is_stream: bigint
      duration_ms: bigint
      first_content_ms: bigint | null
      input_tokens: bigint
      output_tokens: bigint
      /** Buckets, JSON. */
      usage: string
      /** reported, counted, partial, none */
      usage_source: string
      /** The row of the settlement table that decided. */
      outcome: string
      status: bigint
      error_code: string
      quota: bigint
      /** Of rows of before debts: what of the charge was written off at once, beside its quota. */
      written_off: bigint
      held: bigint
      /** What was added to the hold while the answer ran: JSON of `[amount, at]`; empty: nothing. */
      extensions: Generated<string>
      book_revision: bigint
      group_ratio_millionths: bigint
      /** Output tokens of an answer that we let its model write, because the wallet afforded no more; 0: no limit. */
      added_limit: Generated<bigint>
      /** Figures that cannot be, as they were claimed and as they were believed: JSON; empty: none. */
      doubts: Generated<string>
      /** Everything `price` was given and answered, JSON: what explains the charge. */
      charge: string
      client_request_id: string
      source_ip: string
      content: string
      /** What the supplier takes for it, in quota units; null: not known. */
      cost: bigint | null
    }
    /** Sums by hour that were folded. What nodes added since is beside. */
    usage_rollup: Rollup
    /** Sums by hour, kept by the settling transactions of one node, until they are folded. */
    node_rollup: Rollup & {
      /** The life of a process, as the ledger knows it. */
      node: string
    }
    /** How long answers took by hour, as counts by length, kept by the settling transactions. */
    latency_rollup: {
      /** all, user, channel */
      scope: string
      scope_id: bigint
      hour: bigint
      model: string
      /** The longest that is counted here: lib/latency-buckets.ts. */
      up_to_ms: bigint
      /** The life of a process; empty for what was folded. */
      node: string
      durations: bigint
      first_contents: bigint
    }
    /** What calls used by hour and meter, kept by the settling transactions. The calls themselves are no meter here. */
    meter_rollup: {
      /** user, channel */
      scope: string
      scope_id: bigint
      hour: bigint
      model: string
      meter: string
      /** The life of a process; empty for what was folded. */
      node: string
      amount: bigint
    }
    /** Best effort: losing one changes no balance. */
    attempts: {
      id: Generated<bigint>
      request_id: string
      number: bigint
      channel_id: bigint
      channel_key_id: bigint
      model: string
      status: bigint
      /** Class of the failure; empty for the attempt that answered. */
      failure: string
      /** For administrators, masked. */
      message: string
      started_at: bigint
      duration_ms: bigint
    }
    /** Failed attempts by hour, counted with them: best effort, too. */
    channel_health: {
      channel_id: bigint
      succeeded_at: bigint | null
      failed_at: bigint | null
      /** Class of the last failure, and the upstream's words, masked. Empty: none. */
      failure: string
      message: string
    }
    failure_rollup: {
      channel_id: bigint
      hour: bigint
      /** Class of the failure. */
      failure: string
      /** The life of a process; empty for what was folded. */
      node: string
      attempts: bigint
    }
    /** Rows of the log that were put away: gzip of lines of JSON, a part of a day (UTC, YYYY-MM-DD) each. */
    log_archives: {
      id: Generated<bigint>
      day: string
      rows: bigint
      content: Uint8Array
      /** SHA-256 of the content, hex. Empty: from before there was one. */
      checksum: Generated<string>
    }
    /** Calls that were put away and of which something was owed or written off: the amount is the ledger's. */
    archived_losses: {
      request_id: string
      type: bigint
      created_at: bigint
      user_id: bigint
      username: string
      token_name: string
      channel_id: bigint
      model: string
      source_ip: string
      doubts: string
    }
    /** Clean-ups of the log: entries of calls in the span, its end left out, were deleted. */
    log_cleanups: {
      id: Generated<bigint>
      begins_at: bigint
      ends_at: bigint
      entries: bigint
      made_at: bigint
      actor_id: bigint
    }
    /** What takes a bulk change back. */
    undo_entries: {
      id: string
      /** Who made the change. */
      user_id: bigint
      /** The table. */
      kind: string
      /** Comma list of the columns that were changed. */
      columns: string
      /** JSON: `[id, version after the change, …values before it]` of each row. */
      rows: string
      created_at: bigint
      expires_at: bigint
    }
    outbox: OutboxTable
    /** A job runs on the node that holds its lease. */
    leases: {
      name: string
      owner: string
      expires_at: bigint
    }
  }

type Rollup = {
  /** all, user, token, channel */
  scope: string
  scope_id: bigint
  /** Epoch hours. 0: since the beginning, of all models. */
  hour: bigint
  model: string
  requests: bigint
  errors: bigint
  quota: bigint
  input_tokens: bigint
  output_tokens: bigint
  duration_ms: bigint
  first_content_ms: bigint
  first_content_count: bigint
  /** Reports with a figure above what can be. */
  doubts: Generated<bigint>
  /** What suppliers take for the calls whose cost is known, and what was charged for these. */
  cost: Generated<bigint>
  costed_quota: Generated<bigint>
  /** Errors of before a channel was chosen: nobody upstream failed. */
  refusals: Generated<bigint>
}

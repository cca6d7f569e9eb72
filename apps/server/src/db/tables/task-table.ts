/** Work that a supplier does after it has answered: videos, songs, pictures. */
export type TaskTable = {
  tasks: {
    /** A UUIDv7. Its hold, its charge and its row of the log have the same id. */
    id: string
    user_id: bigint
    token_id: bigint
    channel_id: bigint
    channel_key_id: bigint
    /** A row of the table of kinds. */
    kind: string
    action: string
    /** The name that was asked for, and the one that was sent. */
    model: string
    forwarded: string
    /** submitted, queued, running, succeeded, failed, expired or cancelled. */
    status: string
    /** 1: it has not ended. */
    open: bigint
    /** Percent. */
    progress: bigint
    /** Of the task that it continues; empty: none. */
    parent_id: string
    /** Of the supplier; empty: it was not accepted yet. */
    supplier_id: string
    /** JSON objects and a JSON list. */
    request: string
    result: string
    artefacts: string
    /** Empty: it did not fail. The words are masked. */
    failure_code: string
    failure: string
    /** What a charge is made of, as JSON. */
    terms: string
    /** Quota units. */
    held: bigint
    charged: bigint
    refunded: bigint
    created_at: bigint
    accepted_at: bigint | null
    started_at: bigint | null
    finished_at: bigint | null
    /** When it is looked at next, and how often that was. */
    poll_at: bigint
    polls: bigint
    /** It expires when it has not ended by then. */
    deadline_at: bigint
    /** The process that looks at it, until then by the clock of the database. */
    lease_owner: string
    lease_until: bigint
    /** Its files are removed then; null: it has none. */
    expires_at: bigint | null
    /** Its owner deleted it; the row stays for the books. */
    deleted_at: bigint | null
  }
}

export const taskSchema = `
-- Work that a supplier does after it has answered.

create table tasks (
  id name, user_id integer, token_id integer, channel_id integer, channel_key_id integer, kind text,
  action text, model text, forwarded text, status text, open integer, progress integer,
  parent_id text, supplier_id text, request text, result text, artefacts text, failure_code text,
  failure text, terms text, held integer, charged integer, refunded integer, created_at integer,
  accepted_at integer?, started_at integer?, finished_at integer?, poll_at integer, polls integer,
  deadline_at integer, lease_owner text, lease_until integer, expires_at integer?,
  deleted_at integer?
);
-- Few are open at a time, among many that have ended.
create index tasks_due on tasks (poll_at) where open = 1;
create index tasks_by_user_id_id on tasks (user_id, id);
create index tasks_by_channel_id_id on tasks (channel_id, id);
create index tasks_by_expires_at on tasks (expires_at) where expires_at is not null;
`

import type { Generated } from 'kysely'

/** What users made in the studios. Kept for days that are set; what it cost stays in the log. */
export type WorkTable = {
  works: {
    /** A UUIDv7. */
    id: string
    user_id: bigint
    studio: string
    model: string
    /** The line that it is known by. */
    title: string
    /** JSON: what was typed, and the call that was made of it. */
    inputs: string
    call: string
    /** JSON lists of the files that were sent, and of those that came. */
    sent: string
    files: Generated<string>
    /**
     * running, succeeded or failed. Of one with a task: until the task was accepted. receiving: its form is being read,
     * and its bytes are those that may come. removed: its owner deleted it while it ran.
     */
    status: string
    /** The life of the process that makes it. */
    incarnation: string
    /** Of the call, its charge and its row of the log; empty: it was not made yet. */
    request_id: Generated<string>
    /** Of work that goes on at a supplier; empty: there is none. */
    task_id: Generated<string>
    /** Why it failed, in words for its owner; empty: it did not. */
    failure_code: Generated<string>
    failure: Generated<string>
    /** Of all its files. */
    bytes: bigint
    created_at: bigint
    finished_at: bigint | null
    expires_at: bigint
  }
}

export const workSchema = `
-- What users made in the studios.

create table works (
  id name, user_id integer, studio text, model text, title text, inputs text, call text, sent text,
  files text, status text, incarnation text, request_id text, task_id text, failure_code text, failure text,
  bytes integer, created_at integer, finished_at integer?, expires_at integer,
  constraint work_of_user foreign key (user_id) references users (id) on delete cascade
);
create index works_by_user_id_id on works (user_id, id);
create index works_by_expires_at on works (expires_at);
create index works_open on works (incarnation) where finished_at is null;
`

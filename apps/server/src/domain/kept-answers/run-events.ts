import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { OwnedId } from './conversation-store.ts'
import { withMore } from './json-text.ts'
import type { RunEventText } from './run-event.ts'

/** An event of a background response. Numbers start at 0 without gaps. */
export type RunEvent = {
  readonly number: number
  readonly type: string
  /** The frame to send. */
  readonly frame: string
}

/** Records the events of a run. */
export type RunWriter = {
  /** Numbers the event and passes it to followers on this node at once. */
  add(event: RunEventText): void
  /** Resolves when other nodes can read everything. */
  close(): Promise<void>
}

export type RunEvents = {
  /** Resolves when the first events are in the database. */
  begin(of: OwnedId, first: readonly RunEventText[]): Promise<RunWriter>
  /** Events after a number, in order. */
  read(of: OwnedId, after: number): Promise<readonly RunEvent[]>
  /** Null without events. */
  last(of: OwnedId): Promise<RunEvent | null>
  /** Whether it runs on this node. */
  isHere(of: OwnedId): boolean
  /** Resolves when there may be more to read. */
  more(of: OwnedId): Promise<void>
}

/** Final events: https://platform.openai.com/docs/api-reference/responses-streaming */
const lastTypes = new Set(['response.completed', 'response.incomplete', 'response.failed'])

export const isLast = (event: Pick<RunEvent, 'type'> | null | undefined): boolean =>
  event !== null && event !== undefined && lastTypes.has(event.type)

export function runEvent(number: number, { type, json }: RunEventText): RunEvent {
  const data = withMore(json, { sequence_number: number })
  return { number, type, frame: `event: ${type}\ndata: ${data}\n\n` }
}

/** How long events are collected before they are written together. */
const writeMs = 500

/** How often other nodes look for more. */
const lookMs = 500

/** Limit of one run. Beyond it only the final event is recorded. */
const bytesMost = 8 * 1024 * 1024

/** A run of this node, with all its events. */
class LiveRun implements RunWriter {
  readonly events: RunEvent[] = []
  readonly #write: (events: readonly RunEvent[]) => Promise<void>
  readonly #gone: () => void
  #bytes = 0
  /** Number of events in the database. */
  #written = 0
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  #waiting: (() => void)[] = []

  constructor(write: (events: readonly RunEvent[]) => Promise<void>, gone: () => void) {
    this.#write = write
    this.#gone = gone
  }

  add(told: RunEventText): void {
    const event = runEvent(this.events.length, told)
    this.#bytes += event.frame.length
    if (this.#bytes > bytesMost && !isLast(event)) return
    this.events.push(event)
    // A failed write is retried with the next events; `close` reports the last one.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), writeMs)
    this.#wake()
  }

  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const write = async (): Promise<void> => {
      const count = this.events.length
      if (count === this.#written) return
      await this.#write(this.events.slice(this.#written))
      this.#written = count
    }
    this.#writing = this.#writing.then(write, write)
    return this.#writing
  }

  async close(): Promise<void> {
    try {
      await this.flush()
    } finally {
      this.#gone()
      this.#wake()
    }
  }

  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** Events are in memory on the run's node, and in the database for other nodes and for later. */
export function createRunEvents(db: Kysely<Tables>): RunEvents {
  const runs = new Map<string, LiveRun>()
  const nameOf = ({ userId, id }: OwnedId): string => `${userId}/${id}`
  return {
    begin: async (of, first) => {
      const name = nameOf(of)
      const run = new LiveRun(
        (events) => write(db, of, events),
        () => runs.delete(name),
      )
      for (const event of first) run.add(event)
      await run.flush()
      runs.set(name, run)
      return run
    },
    read: async (of, after) => {
      const run = runs.get(nameOf(of))
      return run === undefined ? await readAfter(db, of, after) : run.events.slice(after + 1)
    },
    last: async (of) => {
      const row = await rowsOf(db, of).orderBy('number', 'desc').limit(1).executeTakeFirst()
      return row === undefined ? null : (eventsIn(row).at(-1) ?? null)
    },
    isHere: (of) => runs.has(nameOf(of)),
    more: (of) =>
      Promise.race([
        runs.get(nameOf(of))?.changed() ?? new Promise<never>(() => {}),
        new Promise<void>((resolve) => {
          setTimeout(resolve, lookMs).unref()
        }),
      ]),
  }
}

const rowsOf = (db: Kysely<Tables>, { userId, id }: OwnedId) =>
  db
    .selectFrom('response_events')
    .select(['number', 'events'])
    .where('user_id', '=', userId)
    .where('response_id', '=', id)

/** Counts against the size of the response. Writes nothing for a deleted one. */
async function write(
  db: Kysely<Tables>,
  { userId, id }: OwnedId,
  events: readonly RunEvent[],
): Promise<void> {
  const text = events.map(({ frame }) => frame).join('')
  const number = BigInt(events.at(-1)?.number ?? 0)
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('responses')
      .set(({ eb }) => ({ bytes: eb('bytes', '+', BigInt(Buffer.byteLength(text))) }))
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await transaction
      .insertInto('response_events')
      .values({ user_id: userId, response_id: id, number, events: text })
      .execute()
  })
}

async function readAfter(
  db: Kysely<Tables>,
  of: OwnedId,
  after: number,
): Promise<readonly RunEvent[]> {
  const rows = await rowsOf(db, of).where('number', '>', BigInt(after)).orderBy('number').execute()
  return rows.flatMap(eventsIn).filter(({ number }) => number > after)
}

/** A row's number is that of its last event. */
function eventsIn({ number: last, events }: EventsRow): RunEvent[] {
  const frames = events.split(/(?<=\n\n)/)
  return frames.map((frame, at) => ({
    number: Number(last) - frames.length + 1 + at,
    type: frame.slice('event: '.length, frame.indexOf('\n')),
    frame,
  }))
}

type EventsRow = { readonly number: bigint; readonly events: string }

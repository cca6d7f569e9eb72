import { beat, silentMs } from '@posthouse/ledger/incarnation'
import type { LedgerReader } from '@posthouse/ledger/reader'
import { Cron } from 'croner'
import type { SessionStore } from '../domain/accounts/session-store.ts'
import type { ChannelStore } from '../domain/channels/channel-store.ts'
import type { Sealer } from '../lib/seal.ts'
import type { Log } from '../lib/log.ts'
import type { CurrentSnapshot } from '../domain/snapshot/current-snapshot.ts'
import { checkBooks } from './check-books.ts'
import { expireHolds, expireUnknown } from './expire-holds.ts'
import type { LivingNodes } from './living-nodes.ts'
import { takeLease } from './lease.ts'
import { archiveLog } from '../domain/usage-log/archive-log.ts'
import { foldRollups } from '../domain/usage-log/rollups/fold-rollups.ts'
import { endLostWorks } from '../domain/works/end-lost-works.ts'
import { deliverDue } from '../domain/outbox/deliver-due.ts'
import type { Deliver } from '../domain/outbox/message.ts'
import type { ChallengeStore } from '../domain/accounts/challenge-store.ts'
import type { MailedCodes } from '../domain/mail/mailed-codes.ts'
import type { OutboxStore } from '../domain/outbox/outbox-store.ts'
import { askPending, type OrderDesk } from '../domain/payments/order-desk.ts'
import type { Tasks } from '../tasks/create-tasks.ts'
import type { Works } from '../tasks/works/create-works.ts'
import { remindLowBalance } from './remind-low-balance.ts'
import { pruneHolds } from './prune-holds.ts'
import { retestLease, type RetestParts, retestWhenDue } from './retest-channels.ts'
import { warnEndedPrices } from './warn-ended-prices.ts'
import { pruneResponses } from './prune-responses.ts'

export type JobParts = Parameters<typeof expireUnknown>[0] & {
  readonly ledger: { countRefused(): Promise<number> }
  readonly reader: LedgerReader
  readonly sessions: SessionStore
  readonly channels: ChannelStore
  readonly snapshot: CurrentSnapshot
  readonly codes: MailedCodes
  readonly challenges: ChallengeStore
  readonly seal: Sealer
  readonly outbox: OutboxStore
  readonly deliver: Deliver
  readonly orderDesk: OrderDesk
  readonly nodes: LivingNodes
  readonly tasks: Pick<Tasks, 'tick' | 'removeOldFiles'>
  readonly works: Pick<Works, 'tidy'>
  readonly transports: RetestParts['transports']
  readonly health: RetestParts['health']
  readonly log: Log
  readonly dataFolder: string
}

type Job = {
  readonly name: string
  /** Six fields, seconds first, UTC. */
  readonly when: string
  /** On one node at a time, for as long as this; 0: on every node. */
  readonly leaseMs: number
  readonly run: (parts: JobParts) => Promise<unknown>
}

/** Every job there is. */
const jobs: readonly Job[] = [
  {
    name: 'beat',
    when: '*/10 * * * * *',
    leaseMs: 0,
    run: async ({ db, dialect, incarnation, ledger }) =>
      beat(db, dialect, { id: incarnation, refused: await ledger.countRefused() }),
  },
  {
    name: 'expire-holds',
    when: '*/15 * * * * *',
    leaseMs: 60_000,
    run: (parts) => expireHolds(parts, silentMs),
  },
  {
    name: 'expire-unknown-holds',
    when: '5 * * * * *',
    leaseMs: 0,
    run: expireUnknown,
  },
  {
    name: 'deliver-outbox',
    when: '*/5 * * * * *',
    // Several times what an attempt may take: nobody else begins the same one meanwhile.
    leaseMs: 60_000,
    run: (parts) => deliverDue({ ...parts, random: Math.random }),
  },
  {
    name: 'poll-tasks',
    when: '* * * * * *',
    // Each task has a lease of its own.
    leaseMs: 0,
    run: ({ tasks }) => tasks.tick(),
  },
  {
    name: 'remove-old-files',
    when: '0 47 * * * *',
    // Nodes without a common folder have files of their own.
    leaseMs: 0,
    run: ({ tasks }) => tasks.removeOldFiles(),
  },
  {
    name: 'end-lost-works',
    when: '*/15 * * * * *',
    leaseMs: 60_000,
    run: (parts) => endLostWorks(parts, parts.clock.now()),
  },
  {
    name: 'tidy-works',
    when: '0 */5 * * * *',
    leaseMs: 0,
    run: ({ works }) => works.tidy(),
  },
  {
    name: 'remind-low-balance',
    when: '35 * * * * *',
    leaseMs: 300_000,
    run: (parts) => remindLowBalance(parts, parts.snapshot.get().settings),
  },
  {
    name: retestLease.name,
    when: '50 * * * * *',
    leaseMs: retestLease.forMs,
    run: retestWhenDue,
  },
  {
    name: 'prune-outbox',
    when: '0 29 4 * * *',
    leaseMs: 600_000,
    run: ({ outbox, clock }) => outbox.prune(clock.now()),
  },
  {
    name: 'expire-sessions',
    when: '0 17 * * * *',
    leaseMs: 600_000,
    run: async ({ sessions, codes, challenges }) => {
      await sessions.removeExpired()
      await codes.removeExpired()
      await challenges.removeExpired()
    },
  },
  {
    name: 'ask-pending-orders',
    when: '20 * * * * *',
    leaseMs: 600_000,
    run: ({ db, orderDesk: desk, clock, log }) =>
      askPending({ db, desk, now: clock.now() }, (error, { tradeNo }) =>
        log.warn({ err: error, order: tradeNo }, 'a gateway was asked in vain'),
      ),
  },
  {
    name: 'prune-responses',
    when: '0 41 * * * *',
    leaseMs: 600_000,
    run: ({ db, clock }) => pruneResponses(db, clock.now()),
  },
  {
    name: 'fold-rollups',
    when: '0 11 * * * *',
    leaseMs: 600_000,
    run: foldRollups,
  },
  {
    name: 'archive-log',
    when: '0 37 4 * * *',
    leaseMs: 3_600_000,
    run: (parts) => archiveLog(parts, parts.snapshot.get().settings.LogKeepDays),
  },
  {
    name: 'prune-holds',
    when: '0 53 4 * * *',
    leaseMs: 3_600_000,
    run: ({ db, clock }) => pruneHolds(db, clock.now()),
  },
  {
    name: 'warn-ended-prices',
    when: '15 0 0 * * *',
    leaseMs: 600_000,
    run: async (parts) => warnEndedPrices(parts),
  },
  {
    name: 'check-books',
    when: '0 23 3 * * *',
    leaseMs: 3_600_000,
    run: (parts) => checkBooks(parts, parts.log),
  },
]

/** Only where there can be other nodes. */
const jobsAmongNodes: readonly Job[] = [
  {
    name: 'poll-revisions',
    when: '* * * * * *',
    leaseMs: 0,
    run: ({ snapshot }) => snapshot.poll(),
  },
  {
    name: 'count-nodes',
    when: '*/10 * * * * *',
    leaseMs: 0,
    run: ({ nodes }) => nodes.refresh(),
  },
]

/** Starts the clockwork and answers what stops it. A job that fails is logged and runs again when its time comes. */
export function startJobs(parts: JobParts): () => void {
  const table = parts.dialect === 'postgres' ? [...jobs, ...jobsAmongNodes] : jobs
  const clocks = table.map(
    (job) =>
      new Cron(job.when, { protect: true, timezone: 'UTC', unref: true }, () => runJob(job, parts)),
  )
  return () => {
    for (const clock of clocks) clock.stop()
  }
}

async function runJob(job: Job, parts: JobParts): Promise<void> {
  const lease = {
    name: job.name,
    owner: parts.incarnation,
    forMs: job.leaseMs,
  }
  try {
    if (job.leaseMs > 0 && !(await takeLease(parts.db, parts.dialect, lease))) return
    await job.run(parts)
  } catch (error) {
    parts.log.error({ job: job.name, err: error }, 'a job failed')
  }
}

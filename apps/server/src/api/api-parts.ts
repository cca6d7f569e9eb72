import type { LedgerReader } from '@posthouse/ledger/reader'
import type { Kysely } from 'kysely'
import type { AccessTokenStore } from '../domain/accounts/access-token-store.ts'
import type { AccountStore } from '../domain/accounts/account-store.ts'
import type { ChallengeStore } from '../domain/accounts/challenge-store.ts'
import type { PasskeyStore } from '../domain/accounts/passkey-store.ts'
import type { SecondFactorStore } from '../domain/accounts/second-factor-store.ts'
import type { IdentityStore } from '../domain/accounts/identity-store.ts'
import type { AttemptLimiter } from '../domain/accounts/attempt-limiter.ts'
import type { GrowingWait } from '../domain/accounts/growing-wait.ts'
import type { MailPort } from '../domain/mail/mail.ts'
import type { BotPort } from '../domain/telegram/bot.ts'
import type { MailedCodes } from '../domain/mail/mailed-codes.ts'
import type { OutboxStore } from '../domain/outbox/outbox-store.ts'
import type { SignInPort } from '../domain/accounts/sign-in-port.ts'
import type { SessionStore } from '../domain/accounts/session-store.ts'
import type { ChannelStore } from '../domain/channels/channel-store.ts'
import type { Health } from '../domain/channels/health.ts'
import type { GroupStore } from '../domain/groups/group-store.ts'
import type { Tables } from '../db/tables.ts'
import type { Log } from '../lib/log.ts'
import type { ProxyWatch } from '../http/proxy-watch.ts'
import type { BodyMemory } from '../http/body-memory.ts'
import type { BodyTimes } from '../http/read-bytes.ts'
import type { RequestLimiter } from '../http/request-limiter.ts'
import type { Clock } from '../lib/clock.ts'
import type { Sealer } from '../lib/seal.ts'
import type { PaymentGatewayPort } from '../domain/payments/gateway-port.ts'
import type { OrderDesk } from '../domain/payments/order-desk.ts'
import type { PriceStore } from '../domain/pricing/price-store.ts'
import type { OptionStore } from '../domain/settings/option-store.ts'
import type { CurrentSnapshot } from '../domain/snapshot/current-snapshot.ts'
import type { KeyCache } from '../domain/tokens/key-entry.ts'
import type { Task } from '../domain/tasks/task.ts'
import type { TaskStore } from '../domain/tasks/task-store.ts'
import type { TokenStore } from '../domain/tokens/token-store.ts'
import type { WorkStore } from '../domain/works/work-store.ts'
import type { Works } from '../tasks/works/create-works.ts'
import type { Tasks } from '../tasks/create-tasks.ts'
import type { Transports } from '../upstream/transport/transports.ts'
import type { UndoStore } from '../domain/undo/undo-store.ts'
import type { LogStore } from '../domain/usage-log/log-store.ts'
import type { RollupStore } from '../domain/usage-log/rollups/rollup-store.ts'
import type { MoneyActs } from './money/money-acts.ts'

/** Everything that handlers use. open-server.ts puts it together. */
export type ApiParts = {
  readonly db: Kysely<Tables>
  readonly ledger: { readonly reader: LedgerReader }
  readonly money: MoneyActs
  /** Charges that the database refused, on all living nodes. */
  readonly refusedSettlements: () => Promise<number>
  readonly snapshot: CurrentSnapshot
  readonly accounts: AccountStore
  readonly groups: GroupStore
  readonly sessions: SessionStore
  readonly accessTokens: AccessTokenStore
  readonly attempts: AttemptLimiter
  readonly mailsTo: Pick<GrowingWait, 'take'>
  readonly codes: MailedCodes
  readonly identities: IdentityStore
  readonly challenges: ChallengeStore
  readonly passkeys: PasskeyStore
  readonly secondFactors: SecondFactorStore
  readonly signIns: SignInPort
  readonly mailPort: () => MailPort | null
  readonly bot: BotPort
  readonly outbox: OutboxStore
  readonly calls: RequestLimiter
  readonly bodyTimes: BodyTimes
  readonly memory: BodyMemory
  readonly proxies: Pick<ProxyWatch, 'found'>
  readonly tokens: TokenStore
  readonly keys: KeyCache
  readonly channels: ChannelStore
  readonly health: Health
  readonly prices: PriceStore
  readonly payments: PaymentGatewayPort
  readonly orderDesk: OrderDesk
  readonly options: OptionStore
  readonly undo: UndoStore
  readonly logs: LogStore
  readonly rollups: RollupStore
  readonly tasks: Pick<Tasks, 'files' | 'cancel' | 'isCancellable'>
  /** Submits a task of the caller again and returns the id of the new task. */
  readonly retryTask: (retry: {
    readonly task: Task
    readonly address: string
    readonly requestId: string
  }) => Promise<string>
  readonly works: Works
  readonly workStore: WorkStore
  readonly taskStore: Pick<TaskStore, 'find' | 'findOwn'>
  readonly transports: Transports
  readonly seal: Sealer
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly startedAt: number
}

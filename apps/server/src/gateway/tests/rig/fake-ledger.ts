import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import type { Ledger } from '../../../charging/hold-running.ts'

type Command = Parameters<Ledger['submit']>[0]
type Settle = Extract<Command, { kind: 'settle' }>
type Void = Extract<Command, { kind: 'void' }>
type HeldAccount = Extract<Command, { kind: 'hold' }>['accounts'][number]

type FakeHold = { amount: Quota; accounts: readonly HeldAccount[]; state: 'pending' | 'ended' }

/** A ledger in memory that keeps what it was told, for tests of the gateway alone. */
export class FakeLedger {
  readonly commands: Command[] = []
  readonly balances = new Map<string, bigint>()
  readonly holds = new Map<string, FakeHold>()
  /** Every call is refused as if the database were away. */
  away = false
  /** Ends of holds are on disk once it has resolved. */
  commits: Promise<void> = Promise.resolve()

  balanceOf(account: string): bigint {
    return this.balances.get(account) ?? 0n
  }

  availableOf(account: string): bigint {
    const held = [...this.holds.values()]
      .filter((hold) => hold.state === 'pending')
      .filter((hold) => hold.accounts.some(({ code }) => code === account))
      .reduce((sum, hold) => sum + hold.amount, 0n)
    return this.balanceOf(account) - held
  }

  ends(): (Settle | Void)[] {
    return this.commands.filter((command) => command.kind === 'settle' || command.kind === 'void')
  }

  get pending(): number {
    return [...this.holds.values()].filter(({ state }) => state === 'pending').length
  }

  /** As the gateway sees it. */
  get writer(): Ledger {
    // The result's type follows from the command's kind, which a class cannot say without a cast.
    return { submit: (command) => this.#submit(command) } as Ledger
  }

  async #submit(command: Command): Promise<unknown> {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.away) throw Object.assign(new Error('away'), { name: 'LedgerUnavailable' })
    this.commands.push(command)
    if (command.kind === 'settle') await this.commits
    return this.#apply(command)
  }

  #apply(command: Command): unknown {
    if (command.kind === 'hold') return this.#hold(command)
    if (command.kind === 'extend') {
      const accounts = this.holds.get(command.hold)?.accounts ?? []
      return this.#take(command.hold, { ...command, accounts })
    }
    if (command.kind === 'settle') return this.#settle(command)
    return this.#ended(command.hold) === null
      ? { ok: false, reason: 'already-voided' }
      : { ok: true, journalled: false }
  }

  #hold(command: Extract<Command, { kind: 'hold' }>): unknown {
    for (const { code, window } of command.accounts) {
      if (window !== undefined && !this.balances.has(code)) this.balances.set(code, window.limit)
    }
    return this.#take(command.id, { ...command, amount: this.#mostOf(command) })
  }

  /** A modest hold leaves half of what is free. */
  #mostOf({ amount, modest, accounts }: Extract<Command, { kind: 'hold' }>): Quota {
    const half = quota(this.availableOf(accounts[0]?.code ?? '') / 2n)
    const most = modest === undefined || modest > half ? (modest ?? amount) : half
    return most < amount ? most : amount
  }

  #settle(command: Settle): unknown {
    const hold = this.#ended(command.hold)
    if (hold === null) return { ok: false, reason: 'already-settled' }
    const available = this.availableOf(hold.accounts[0]?.code ?? '')
    const charged = command.amount < available ? command.amount : quota(available)
    for (const { code } of hold.accounts) this.balances.set(code, this.balanceOf(code) - charged)
    const writtenOff = quota(command.amount - charged)
    return { ok: true, charged, owed: zero, writtenOff, late: false, journalled: false }
  }

  #ended(id: string): FakeHold | null {
    const hold = this.holds.get(id)
    if (hold?.state !== 'pending') return null
    hold.state = 'ended'
    return hold
  }

  #take(
    id: string,
    wanted: { amount: Quota; minimum: Quota; accounts: readonly HeldAccount[] },
  ): unknown {
    let amount = wanted.amount
    for (const { code, window } of wanted.accounts) {
      const left = quota(this.availableOf(code))
      if (left < wanted.minimum) {
        const resetsAt = window?.resetsAt ?? null
        return {
          ok: false,
          reason: 'insufficient',
          account: code,
          left,
          wanted: wanted.minimum,
          resetsAt,
        }
      }
      if (left < amount) amount = left
    }
    const known = this.holds.get(id)
    this.holds.set(id, {
      amount: quota((known?.amount ?? zero) + amount),
      accounts: wanted.accounts,
      state: 'pending',
    })
    return { ok: true, held: amount }
  }
}

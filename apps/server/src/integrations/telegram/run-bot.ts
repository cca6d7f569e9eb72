import { setTimeout as sleep } from 'node:timers/promises'
import type { BotStatus } from '@posthouse/contract/telegram-bot'
import { z } from 'zod'
import type { BotAnswers, BotPort, BotSendEnd } from '../../domain/telegram/bot.ts'
import type { Transport } from '../../upstream/transport/transport.ts'
import { answerUpdate } from './answer-update.ts'
import { type BotApi, BotApiError, createBotApi } from './bot-api.ts'
import { allowedUpdates, Update } from './update.ts'
import { webhookPath, webhookSecret } from './webhook-names.ts'

export type BotSettings = {
  readonly enabled: boolean
  readonly mode: BotStatus['mode']
  readonly token: string
  readonly apiAddress: string
  readonly serverAddress: string
  readonly privateAllowed: boolean
}

export type BotParts = {
  readonly transport: Transport
  readonly settings: () => BotSettings
  readonly answers: BotAnswers
  /** Takes or renews the right to be the one node that gets updates and tells Telegram the menu. */
  readonly takesTurn: () => Promise<boolean>
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void }
}

export type RunningBot = BotPort & {
  /** An update that came to the webhook. */
  receive(body: unknown): Promise<void>
  stop(): Promise<void>
}

/** Between two looks at the settings. */
const lookMs = 500
const pollSeconds = 25
const firstRetryMs = 2_000
const lastRetryMs = 300_000

const Me = z.object({ username: z.string(), first_name: z.string() })

type BotRun = { readonly api: BotApi; readonly bot: string; readonly settings: BotSettings }

/** Runs the bot as the settings say, and follows them. A fault of Telegram is a state, never an error of the server. */
export function runBot(parts: BotParts): RunningBot {
  return new Bot(parts)
}

class Bot implements RunningBot {
  readonly #parts: BotParts
  readonly #stopped = new AbortController()
  readonly #ended: Promise<void>
  #status: Omit<BotStatus, 'mode'> = {
    phase: 'off',
    username: '',
    name: '',
    detail: '',
    last_update_time: 0,
  }
  #run: BotRun | null = null
  #offset = 0

  constructor(parts: BotParts) {
    this.#parts = parts
    this.#ended = this.#follow()
  }

  status = (): BotStatus => ({ mode: this.#parts.settings().mode, ...this.#status })

  async reload(): Promise<boolean> {
    if (this.#run === null) return false
    await this.#tellCommands(this.#run)
    return true
  }

  async send(chat: string, text: string): Promise<BotSendEnd | null> {
    if (this.#run === null) return null
    try {
      await this.#run.api.call('sendMessage', { chat_id: chat, text }, z.unknown())
      return { sent: true }
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error
      const isTemporary = ![400, 403].includes(error.status)
      return { sent: false, reason: error.message, isTemporary }
    }
  }

  async receive(body: unknown): Promise<void> {
    const update = Update.safeParse(body)
    if (this.#run !== null && update.success) await this.#answer(update.data, this.#run)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#ended
  }

  async #follow(): Promise<void> {
    let failures = 0
    while (!this.#stopped.signal.aborted) {
      const settings = this.#parts.settings()
      const lack = lackOf(settings)
      const changed = this.#untilChanged(settings)
      try {
        if (lack === null) await this.#serve(settings, changed.signal, () => (failures = 0))
        else this.#becomes(lack)
        await aborted(changed.signal)
      } catch (error) {
        if (!changed.signal.aborted) {
          failures += 1
          this.#fails(error)
          await pause(retryMs(failures, error), changed.signal)
        }
      } finally {
        this.#run = null
        if (changed.signal.aborted) failures = 0
        changed.end()
      }
    }
    this.#becomes('off')
  }

  /** Aborts when the settings are others, or the server stops. */
  #untilChanged(settings: BotSettings) {
    const changed = new AbortController()
    const abort = (): void => changed.abort()
    const timer = setInterval(() => {
      if (!isSameSettings(settings, this.#parts.settings())) abort()
    }, lookMs)
    timer.unref()
    this.#stopped.signal.addEventListener('abort', abort)
    if (this.#stopped.signal.aborted) abort()
    const end = (): void => {
      clearInterval(timer)
      this.#stopped.signal.removeEventListener('abort', abort)
    }
    return { signal: changed.signal, end }
  }

  async #serve(settings: BotSettings, signal: AbortSignal, works: () => void): Promise<void> {
    this.#becomes('starting')
    const { token, apiAddress: address, privateAllowed } = settings
    const api = createBotApi({ token, address, privateAllowed }, this.#parts.transport)
    const me = await api.call('getMe', {}, Me, { signal })
    const run = { api, bot: me.username, settings }
    let prepared = false
    while (!signal.aborted) {
      const isTurn = await this.#parts.takesTurn()
      if (isTurn && !prepared) {
        await this.#prepare(run)
        prepared = true
      }
      this.#run = run
      this.#status = { ...this.#status, username: me.username, name: me.first_name }
      this.#becomes('running')
      works()
      if (isTurn && settings.mode === 'polling') await this.#poll(run, signal)
      else await pause(10_000, signal)
      prepared = prepared && isTurn
    }
  }

  async #prepare(run: BotRun): Promise<void> {
    const { api, settings } = run
    if (settings.mode === 'webhook') {
      const payload = {
        url: `${settings.serverAddress.replace(/\/+$/, '')}/api/telegram/${webhookPath(settings.token)}`,
        secret_token: webhookSecret(settings.token),
        allowed_updates: allowedUpdates,
      }
      await api.call('setWebhook', payload, z.literal(true))
    } else {
      await api.call('deleteWebhook', {}, z.literal(true))
    }
    await this.#tellCommands(run)
  }

  async #tellCommands({ api }: BotRun): Promise<void> {
    const [english, chinese] = await Promise.all([
      this.#parts.answers.commands('en'),
      this.#parts.answers.commands('zh'),
    ])
    await api.call('setMyCommands', { commands: english }, z.literal(true))
    await api.call('setMyCommands', { commands: chinese, language_code: 'zh' }, z.literal(true))
  }

  async #poll(run: BotRun, signal: AbortSignal): Promise<void> {
    const payload = {
      offset: this.#offset,
      timeout: pollSeconds,
      allowed_updates: allowedUpdates,
    }
    const updates = await run.api.call('getUpdates', payload, z.array(Update), {
      waitSeconds: pollSeconds,
      signal,
    })
    for (const update of updates) {
      // Also where its answer fails: one that brings a fault about must not come again for ever.
      this.#offset = update.update_id + 1
      await this.#answer(update, run)
    }
  }

  async #answer(update: Update, run: BotRun): Promise<void> {
    const at = Math.floor(this.#parts.now() / 1_000)
    this.#status = { ...this.#status, last_update_time: at }
    try {
      await answerUpdate(update, { ...run, answers: this.#parts.answers })
    } catch (error) {
      this.#parts.log.warn({ err: error, update: update.update_id }, 'an update was not answered')
    }
  }

  #becomes(phase: BotStatus['phase'], detail = ''): void {
    const named = phase === 'running' ? {} : { username: '', name: '' }
    this.#status = { ...this.#status, ...named, phase, detail }
  }

  #fails(error: unknown): void {
    if (!(error instanceof BotApiError)) {
      this.#parts.log.warn({ err: error }, 'the Telegram bot failed')
      return this.#becomes('refused')
    }
    const phase = phaseOf(error.status)
    this.#parts.log.warn({ reason: error.message, phase }, 'the Telegram bot does not run')
    this.#becomes(phase, error.message)
  }
}

function phaseOf(status: number): BotStatus['phase'] {
  if (status === 401 || status === 404) return 'token-refused'
  return status === 0 || status >= 500 ? 'unreachable' : 'refused'
}

function lackOf(settings: BotSettings): 'off' | 'no-token' | 'no-address' | null {
  if (!settings.enabled) return 'off'
  if (settings.token === '') return 'no-token'
  return settings.mode === 'webhook' && settings.serverAddress === '' ? 'no-address' : null
}

const isSameSettings = (one: BotSettings, other: BotSettings): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function retryMs(failures: number, error: unknown): number {
  const asked = error instanceof BotApiError ? error.retryAfterSeconds * 1_000 : 0
  return Math.max(asked, Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs))
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

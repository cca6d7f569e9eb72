import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Payload = Readonly<Record<string, unknown>>

export type BotButton = { readonly text: string; readonly callback_data: string }

/** A message of the bot, as its chat shows it. */
export type BotMessage = {
  readonly id: number
  readonly chat: number
  readonly text: string
  readonly mode: string | null
  readonly buttons: readonly BotButton[]
}

export type Speaker = {
  readonly language?: string
  readonly username?: string
  /** The id of a group. Private chat when absent. */
  readonly group?: number
}

/** A local substitute for Telegram's Bot API, including the users who write to the bot. */
export type BotApiStand = AsyncDisposable & {
  readonly address: string
  readonly token: string
  readonly username: string
  /** `down`: answers are not JSON. */
  mode: 'up' | 'down'
  /** Everything that the bot sent. An edited message is added at the end. */
  readonly messages: readonly BotMessage[]
  /** Commands of the menu by language. The empty language applies to all others. */
  readonly commands: ReadonlyMap<string, readonly { command: string; description: string }[]>
  readonly webhook: { readonly url: string; readonly secret: string } | null
  readonly called: readonly string[]
  say(userId: number, text: string, speaker?: Speaker): Promise<void>
  press(userId: number, message: BotMessage, button: BotButton): Promise<void>
  /** The bot's next message to a chat, of those that were not returned yet. */
  next(chat: number): Promise<BotMessage>
}

type Answer = { readonly status: number; readonly body: unknown }

const good = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } })
const bad = (status: number, description: string): Answer => ({
  status,
  body: { ok: false, error_code: status, description },
})

export async function openBotApi(token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw') {
  const stand = new Stand(token)
  await stand.open()
  return stand as BotApiStand
}

class Stand implements BotApiStand {
  readonly token: string
  readonly username = 'posthouse_test_bot'
  address = ''
  mode: 'up' | 'down' = 'up'
  readonly messages: BotMessage[] = []
  readonly commands = new Map<string, { command: string; description: string }[]>()
  webhook: { url: string; secret: string } | null = null
  readonly called: string[] = []
  #updates: (Payload & { update_id: number })[] = []
  #last = 100
  readonly #returned = new Set<number>()
  readonly #waiting = new Set<() => void>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  constructor(token: string) {
    this.token = token
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  say(userId: number, text: string, speaker: Speaker = {}): Promise<void> {
    return this.#tell({
      message: { ...this.#chatOf(userId, speaker.group), from: userOf(userId, speaker), text },
    })
  }

  press(userId: number, { id, chat }: BotMessage, button: BotButton): Promise<void> {
    const message = { message_id: id, chat: { id: chat, type: 'private' } }
    const data = button.callback_data
    return this.#tell({
      callback_query: { id: String(this.#number()), from: userOf(userId, {}), message, data },
    })
  }

  async next(chat: number): Promise<BotMessage> {
    for (;;) {
      const message = this.messages.find(
        (one, place) => one.chat === chat && !this.#returned.has(place),
      )
      if (message !== undefined) {
        this.#returned.add(this.messages.indexOf(message))
        return message
      }
      await this.#change()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#changed()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #chatOf(userId: number, group: number | undefined) {
    const chat =
      group === undefined ? { id: userId, type: 'private' } : { id: group, type: 'supergroup' }
    return { message_id: this.#number(), date: 1_700_000_000, chat }
  }

  #number(): number {
    this.#last += 1
    return this.#last
  }

  async #tell(content: Payload): Promise<void> {
    const update = { update_id: this.#number(), ...content }
    if (this.webhook === null) {
      this.#updates.push(update)
      return this.#changed()
    }
    await fetch(this.webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': this.webhook.secret,
      },
      body: JSON.stringify(update),
    })
  }

  #changed(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  #change(ms = 60_000): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#waiting.add(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const payload = (await json(request)) as Payload
    this.called.push(method)
    if (this.mode === 'down') return void response.writeHead(502).end('<h1>Bad Gateway</h1>')
    const { status, body } =
      decodeURIComponent(token ?? '') === this.token
        ? await this.#answer(method, payload)
        : bad(401, 'Unauthorized')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    this.#changed()
  }

  async #answer(method: string, payload: Payload): Promise<Answer> {
    switch (method) {
      case 'getMe':
        return good({ id: 1, is_bot: true, first_name: 'Test bot', username: this.username })
      case 'getUpdates':
        return this.#take(payload)
      case 'setWebhook':
      case 'deleteWebhook':
      case 'setMyCommands':
        return this.#set(method, payload)
      case 'getWebhookInfo':
        return good({ url: this.webhook?.url ?? '' })
      case 'answerCallbackQuery':
        return good(true)
      case 'sendMessage':
      case 'editMessageText':
        return this.#show(payload)
      default:
        return bad(404, 'Not Found')
    }
  }

  #set(method: string, payload: Payload): Answer {
    if (method === 'setMyCommands') {
      const { language_code: language = '' } = payload as { language_code?: string }
      this.commands.set(language, payload['commands'] as [])
    } else {
      this.webhook =
        method === 'deleteWebhook'
          ? null
          : { url: String(payload['url']), secret: String(payload['secret_token']) }
    }
    return good(true)
  }

  async #take({ offset, timeout }: Payload): Promise<Answer> {
    if (this.webhook !== null)
      return bad(409, "Conflict: can't use getUpdates while webhook is active")
    this.#updates = this.#updates.filter(({ update_id: id }) => id >= Number(offset))
    if (this.#updates.length === 0) await this.#change(Number(timeout) * 1_000)
    return good(this.#updates.slice(0, 100))
  }

  #show(payload: Payload): Answer {
    const text = String(payload['text'])
    const mode = typeof payload['parse_mode'] === 'string' ? payload['parse_mode'] : null
    if (text === '') return bad(400, 'Bad Request: message text is empty')
    if (isBroken(text, mode)) return bad(400, "Bad Request: can't parse entities: it is broken")
    const markup = payload['reply_markup'] as { inline_keyboard: BotButton[][] } | undefined
    const message = {
      id: typeof payload['message_id'] === 'number' ? payload['message_id'] : this.#number(),
      chat: Number(payload['chat_id']),
      text,
      mode,
      buttons: markup?.inline_keyboard.flat() ?? [],
    }
    this.messages.push(message)
    return good({ message_id: message.id })
  }
}

const userOf = (id: number, { language = 'en', username = '' }: Speaker) => ({
  id,
  is_bot: false,
  first_name: `Person ${id}`,
  ...(username !== '' && { username }),
  language_code: language,
})

/** Approximates Telegram's checks: reserved characters that are not escaped, and tags that are not closed. */
function isBroken(text: string, mode: string | null): boolean {
  if (mode === 'MarkdownV2') return /(^|[^\\])[.!#+=|{}-]/.test(text)
  if (mode !== 'HTML') return false
  const open = text.match(/<[a-z]/g)?.length ?? 0
  return open !== (text.match(/<\//g)?.length ?? 0)
}

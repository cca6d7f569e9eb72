import { formatQuota } from '@posthouse/contract/format-amount'
import { type BuiltInCommand, builtInCommands } from '@posthouse/contract/telegram-menu'
import { walletOf } from '@posthouse/ledger/account'
import type { LedgerReader } from '@posthouse/ledger/reader'
import type { Account } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Settings } from '../settings/setting-table.ts'
import type { RollupStore } from '../usage-log/rollups/rollup-store.ts'
import { bindAccount, type BindingParts } from './bind-account.ts'
import type { BotAnswers, BotButton, BotReply, TelegramMessage } from './bot.ts'
import { type BotTexts, botTexts, commandTexts, languageOf } from './bot-texts.ts'
import { commandOf, type SentCommand } from './command.ts'
import type { MenuStore } from './menu-store.ts'
import { createMessageRate } from './rate.ts'
import { tokenLines } from './token-lines.ts'

export type BotAnswerParts = BindingParts & {
  readonly accounts: Pick<AccountStore, 'findById' | 'affCodeOf'>
  readonly reader: LedgerReader
  readonly rollups: Pick<RollupStore, 'totalOf'>
  readonly menus: MenuStore
  readonly settings: () => Settings
}

const plain = (text: string, buttons: readonly BotButton[] = []): BotReply => ({
  text,
  format: null,
  buttons,
})

/** Replies of the bot. Account details are shown in private chats only. */
export function createBotAnswers(parts: BotAnswerParts): BotAnswers {
  const rate = createMessageRate(() => parts.clock.now())
  return {
    async message(message, bot) {
      const { isPrivate } = message.chat
      const command = commandOf(message.text, bot)
      // In groups, only commands are answered.
      if (command === null && !isPrivate) return null
      const texts = botTexts[languageOf(message.from.languageCode)]
      const allowance = rate(message.from.id)
      if (allowance !== 'answered') return allowance === 'told' ? plain(texts.tooMany) : null
      return answer(command, message, { parts, texts })
    },
    async press({ from, chat, data }) {
      const texts = botTexts[languageOf(from.languageCode)]
      if (!chat.isPrivate || rate(from.id) !== 'answered') return null
      if (data === 'unbind:no') return plain(texts.kept)
      if (data !== 'unbind:yes') return null
      const account = await parts.identities.findAccount('telegram', String(from.id))
      if (account === null) return plain(texts.notBound(linkTo('/panel/profile', parts)))
      await parts.identities.remove(account.id, 'telegram')
      return plain(texts.unbound)
    },
    commands: async (language) => [
      ...builtInCommands.map((command) => ({
        command,
        description: commandTexts[language][command],
      })),
      ...(await parts.menus.commands()),
    ],
  }
}

type ReplyContext = { readonly parts: BotAnswerParts; readonly texts: BotTexts }

async function answer(
  command: SentCommand | null,
  message: TelegramMessage,
  told: ReplyContext,
): Promise<BotReply | null> {
  const { texts } = told
  if (command === null) return plain(texts.unknown)
  const { name, argument } = command
  if (!isBuiltIn(name)) {
    const unknown = message.chat.isPrivate ? plain(texts.unknown) : null
    return (await told.parts.menus.replyTo(name)) ?? unknown
  }
  if (!message.chat.isPrivate) return plain(texts.private)
  if (name === 'bind' || name === 'start') return begin(name, argument, message, told)
  const account = await told.parts.identities.findAccount('telegram', String(message.from.id))
  if (account === null) return plain(texts.notBound(linkTo('/panel/profile', told.parts)))
  if (name === 'unbind') return askToUnbind(account, texts)
  if (!account.enabled) return plain(texts.disabled)
  return plain(await personal[name](account, told))
}

async function begin(
  name: 'bind' | 'start',
  code: string,
  { from }: TelegramMessage,
  { parts, texts }: ReplyContext,
): Promise<BotReply> {
  const profile = linkTo('/panel/profile', parts)
  if (code === '') {
    const { SystemName } = parts.settings()
    return plain(name === 'start' ? texts.start(SystemName, profile) : texts.bindHow(profile))
  }
  const bound = await bindAccount(from, code, parts)
  if (bound.end === 'bound') return plain(texts.bound(bound.account.username))
  const words = {
    'code-wrong': texts.codeWrong,
    'already-bound': texts.alreadyBound,
    'other-bound': texts.otherBound,
    disabled: texts.disabled,
  }
  return plain(words[bound.end])
}

const askToUnbind = ({ username }: Account, texts: BotTexts): BotReply =>
  plain(texts.unbindSure(username), [
    { text: texts.unbindYes, data: 'unbind:yes' },
    { text: texts.unbindNo, data: 'unbind:no' },
  ])

type AccountCommand = Exclude<BuiltInCommand, 'start' | 'bind' | 'unbind'>

const personal: Readonly<
  Record<AccountCommand, (account: Account, told: ReplyContext) => Promise<string>>
> = {
  async balance({ id }, { parts, texts }) {
    const wallet = walletOf(id)
    const [balances, used] = await Promise.all([
      parts.reader.balances([wallet]),
      parts.rollups.totalOf(id),
    ])
    const { QuotaPerUnit: quotaPerUnit, DisplayInCurrencyEnabled: displayInCurrency } =
      parts.settings()
    const shown = (units: bigint) => formatQuota(Number(units), { quotaPerUnit, displayInCurrency })
    return texts.balance(shown(balances.get(wallet)?.balance ?? 0n), shown(used.quota))
  },
  async recharge(_account, { parts, texts }) {
    const { TopUpLink } = parts.settings()
    return texts.recharge(TopUpLink === '' ? linkTo('/panel/topup', parts) : TopUpLink)
  },
  async apikey({ id }, { parts, texts }) {
    const { lines, more } = await tokenLines(id, parts.db)
    const link = linkTo('/panel/token', parts)
    return lines === '' ? texts.noKeys(link) : texts.keys(lines, more, link)
  },
  async aff({ id }, { parts, texts }) {
    const code = await parts.accounts.affCodeOf(id)
    return texts.aff(linkTo(`/register?aff=${encodeURIComponent(code)}`, parts))
  },
}

const isBuiltIn = (name: string): name is BuiltInCommand =>
  (builtInCommands as readonly string[]).includes(name)

/** Only the path if the site's address is not set. */
function linkTo(path: string, { settings }: BotAnswerParts): string {
  const { ServerAddress, SystemName } = settings()
  return ServerAddress === ''
    ? `${SystemName} ${path}`
    : `${ServerAddress.replace(/\/+$/, '')}${path}`
}

import { searchMax } from '@posthouse/contract/search'
import { isAdministrator } from '../../domain/accounts/account.ts'
import { searchAccounts } from '../../domain/accounts/search-accounts.ts'
import { channels as channelNoun } from '../../domain/channels/channel-noun.ts'
import { tokens as tokenNoun } from '../../domain/tokens/token-noun.ts'
import type { Handler, Handlers } from '../call.ts'
import { askingOf } from '../noun/noun-call.ts'
import { idOut } from '../present.ts'
import { modelsOfGroup } from '../user/account-calls.ts'

const search: Handler<'search'> = async ({ query: { q } }, call) => {
  const { caller, parts } = call
  if (q === '') return { users: [], channels: [], tokens: [], models: [] }
  const { db } = parts
  const wanted = { text: q, most: searchMax }
  const [users, channels, tokens] = await Promise.all([
    isAdministrator(caller) ? searchAccounts(db, q, searchMax) : [],
    channelNoun.search(db, askingOf(call), wanted),
    tokenNoun.search(db, askingOf(call), wanted),
  ])
  return {
    users: users.map((user) => ({ ...user, id: idOut(user.id) })),
    channels: channels.map(({ id, name, status }) => ({
      id: idOut(id),
      name,
      status: Number(status),
    })),
    tokens: tokens.map(({ id, name }) => ({ id: idOut(id), name })),
    models: modelsWith(
      q,
      modelsOfGroup(caller.group, parts).map(({ id }) => id),
    ),
  }
}

function modelsWith(text: string, models: readonly string[]): { id: string }[] {
  const typed = text.toLowerCase()
  const place = (id: string): number => id.toLowerCase().indexOf(typed)
  return models
    .filter((id) => place(id) >= 0)
    .toSorted((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1))
    .slice(0, searchMax)
    .map((id) => ({ id }))
}

export const searchHandlers = {
  search,
} satisfies Partial<Handlers>

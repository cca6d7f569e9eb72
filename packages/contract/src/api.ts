import { account } from './calls/account.ts'
import { channels } from './calls/channels.ts'
import { logs } from './calls/logs.ts'
import { prices } from './calls/prices.ts'
import { search } from './calls/search.ts'
import { site } from './calls/site.ts'
import { tokens } from './calls/tokens.ts'

/** Every call of the console, one table: server, client, API page and access tests are made from it. */
export const api = { ...site, ...account, ...tokens, ...channels, ...prices, ...logs, ...search }

export type Api = typeof api
export type CallName = keyof Api

import type { Fault } from './fault.ts'
import { testedFaults } from './tested-faults.ts'

const server = 'apps/server/src'
const domain = `${server}/domain/channels/disable-key.ts`
const step = `${server}/gateway/2-parse.ts`

const append = (lines: string) => (text: string) => `${text}${lines}\n`
const prepend =
  (line: string, lines = '') =>
  (text: string) =>
    `${line}\n${text}${lines}\n`

const longFunction = `export function long(start: number): number {
  let sum = start
${Array.from({ length: 70 }, (_, index) => `  sum += ${index}`).join('\n')}
  return sum
}`

const openSwitch = `export function number(kind: 'a' | 'b'): number {
  switch (kind) {
    case 'a':
      return 1
  }
  return 0
}`

export const faults: readonly Fault[] = [
  ...testedFaults,
  {
    name: 'the console imports the server',
    file: 'apps/console/src/main.tsx',
    edit: prepend("import { price } from '../../server/src/domain/pricing/price.ts'", 'void price'),
  },
  {
    name: 'the console loads every call of the contract',
    file: 'apps/console/src/api/client.ts',
    edit: prepend("import { api } from '@posthouse/contract/api'", 'void api'),
  },
  {
    name: 'the contract imports llm (type only)',
    file: 'packages/contract/src/channel/channel.ts',
    edit: prepend(
      "import type { Usage } from '../../llm/src/usage.ts'",
      'export type Planted = Usage',
    ),
  },
  {
    name: 'api imports gateway',
    file: `${server}/api/channel/channel-calls.ts`,
    edit: prepend("import { pipeline } from '../../gateway/pipeline.ts'", 'void pipeline'),
  },
  {
    name: 'hooks import api',
    file: `${server}/hooks/hook-table.ts`,
    edit: prepend(
      "import { channelHandlers } from '../api/channel/channel-calls.ts'",
      'void channelHandlers',
    ),
  },
  {
    name: 'integrations ask the domain',
    file: `${server}/integrations/webhooks/signature.ts`,
    edit: prepend(
      "import { webhookTarget } from '../../domain/settings/webhook-target.ts'",
      'void webhookTarget',
    ),
  },
  {
    name: 'the domain imports api',
    file: domain,
    edit: prepend(
      "import { channelHandlers } from '../../api/channel/channel-calls.ts'",
      'void channelHandlers',
    ),
  },
  {
    name: 'the domain calls a supplier',
    file: domain,
    edit: prepend(
      "import { testChannel } from '../../upstream/test-channel.ts'",
      'void testChannel',
    ),
  },
  {
    name: 'money moved from a file that is not listed',
    file: domain,
    edit: prepend("import { LedgerWriter } from '@posthouse/ledger/writer'", 'void LedgerWriter'),
  },
  {
    name: 'money moved by a handler',
    file: `${server}/api/channel/channel-calls.ts`,
    edit: prepend(
      "import type { ApiParts } from '../api-parts.ts'",
      "export const gift = ({ ledger }: ApiParts) => ledger.writer.submit({ kind: 'grant' })",
    ),
  },
  {
    name: 'money given by the gateway',
    file: `${server}/charging/hold-running.ts`,
    edit: prepend(
      "import type { Move } from '@posthouse/ledger/command'",
      'export const gift = (ledger: Ledger, move: Move) => ledger.submit(move)',
    ),
  },
  {
    name: 'a noun charges',
    file: domain,
    edit: prepend(
      "import { settlementFor } from '../../charging/settlement.ts'",
      'void settlementFor',
    ),
  },
  {
    name: 'charging knows a request of the gateway',
    file: `${server}/charging/settlement.ts`,
    edit: prepend(
      "import type { Exchange } from '../gateway/exchange.ts'",
      'export type Planted = Exchange',
    ),
  },
  {
    name: 'a noun’s declaration knows another noun',
    file: `${server}/domain/noun/reads.ts`,
    edit: prepend(
      "import { createChannelStore } from '../channels/channel-store.ts'",
      'void createChannelStore',
    ),
  },
  {
    name: 'the kit of the console knows a noun',
    file: 'apps/console/src/table/column.ts',
    edit: prepend("import type { Look } from '../noun/noun.ts'", 'export type Planted = Look'),
  },
  {
    name: 'a noun of the console knows a page',
    file: 'apps/console/src/noun/noun.ts',
    edit: prepend(
      "import type { token } from '../pages/token.tsx'",
      'export type Planted = typeof token',
    ),
  },
  {
    name: 'a file that may move money and does not',
    file: 'tools/money-files.ts',
    edit: (text) =>
      text.replace("  'gateway/6-settle.ts',", "  'domain/channels/disable-key.ts',\n$&"),
  },
  {
    name: 'a kind of event that a writer leaves out',
    file: 'packages/llm/src/dialects/openai-chat/as-server/stream.ts',
    edit: (text) => text.replace(/^ {2}file: \(\) => null,\n/m, ''),
  },
  {
    name: 'the database knows a noun',
    file: `${server}/db/backup.ts`,
    edit: prepend(
      "import { createAccountStore } from '../domain/accounts/account-store.ts'",
      'void createAccountStore',
    ),
  },
  {
    name: 'what every request has knows a noun',
    file: `${server}/http/language.ts`,
    edit: prepend(
      "import { createChannelStore } from '../domain/channels/channel-store.ts'",
      'void createChannelStore',
    ),
  },
  {
    name: 'the same, type only',
    file: domain,
    edit: prepend(
      "import type { LedgerWriter } from '@posthouse/ledger/writer'",
      'export type Planted = LedgerWriter',
    ),
  },
  {
    name: 'ledger internals by a deep path',
    file: domain,
    edit: prepend(
      "import { LedgerWriter } from '@posthouse/ledger/src/writer.ts'",
      'void LedgerWriter',
    ),
  },
  {
    name: 'a part puts parts together',
    file: domain,
    edit: prepend("import { openStores } from '../open-stores.ts'", 'void openStores'),
  },
  {
    name: 'a source imports the testkit',
    file: domain,
    edit: prepend("import { openProduct } from '@posthouse/testkit/product'", 'void openProduct'),
  },
  {
    name: 'two steps of the pipeline swapped',
    file: `${server}/gateway/pipeline.ts`,
    edit: swapSteps,
  },
  { name: 'explicit any', file: step, edit: append('export const planted: any = 1') },
  {
    name: 'floating promise',
    file: step,
    edit: append("export const planted = () => { Promise.reject(new Error('x')) }"),
  },
  {
    name: 'global fetch',
    file: step,
    edit: append("export const planted = () => fetch('http://x')"),
  },
  {
    name: 'process.env outside config',
    file: step,
    edit: append('export const planted = process.env.HOME'),
  },
  { name: 'default export', file: step, edit: append('export default 1') },
  {
    name: 'PascalCase file name',
    file: `${server}/gateway/MyThing.ts`,
    edit: append('export const planted = 1'),
  },
  {
    name: 'dead file',
    file: `${server}/gateway/unused-thing.ts`,
    edit: append('export const planted = 1'),
  },
  {
    name: 'function that its tests alone call',
    file: `${server}/gateway/1-authenticate.ts`,
    edit: (text) =>
      text
        .replace("import { addressAllowed } from '../http/client-address.ts'\n", '')
        .replace('!addressAllowed(address, addresses)', '!addresses.includes(address)'),
  },
  {
    name: 'dependency that is not listed',
    file: step,
    edit: prepend("import * as decimal from 'decimal.js'", 'void decimal'),
  },
  { name: 'function of 70 lines', file: step, edit: append(longFunction) },
  { name: 'switch that leaves a case out', file: step, edit: append(openSwitch) },
  {
    name: 'index that is not checked',
    file: step,
    edit: append('export const planted = (list: string[]): string => list[0]'),
  },
  {
    name: 'call without a handler',
    file: `${server}/api/token/token-calls.ts`,
    edit: (text) => text.replace(/^ {2}createToken,\n/m, ''),
  },
  {
    name: 'field missing from a reply',
    file: `${server}/api/token/token-out.ts`,
    edit: (text) => text.replace(/^ {2}cache: token\.cache,\n/m, ''),
  },
  {
    name: 'export *',
    file: `${server}/gateway/exports.ts`,
    edit: append("export * from './pipeline.ts'"),
  },
  { name: 'dead link in a page', file: 'docs/tour.md', edit: append('[nowhere](nowhere.md)') },
  { name: 'a reminder in the code', file: step, edit: append(`// ${'FIX'}${'ME'} later`) },
  {
    name: 'text that English lacks',
    file: 'apps/console/src/i18n/en/log.ts',
    edit: (text) => text.replace(/^ {4}time: 'Time',\n/m, ''),
  },
  {
    name: 'refusal that the page does not name',
    file: 'packages/contract/src/refusals/server.ts',
    edit: (text) =>
      text.replace(
        "'server.error'",
        "'server.planted': { status: 500, zh: '一', en: 'one' },\n  'server.error'",
      ),
  },
]

/** Exchanges the calls of the first two steps that stand in lines of their own. */
function swapSteps(text: string): string {
  return text.replace(/\b(reserve|settle)\(/g, (_, name: string) =>
    name === 'reserve' ? 'settle(' : 'reserve(',
  )
}

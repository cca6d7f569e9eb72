import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { canPay } from '../../domain/payments/create-order.ts'
import { gatewayFrom } from '../../domain/payments/gateway.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler } from '../call.ts'

/** So many names fit into a sentence. */
const named = 3

export const getReadiness: Handler<'getReadiness'> = async (_input, { caller, parts }) => {
  const snapshot = parts.snapshot.get()
  const address = snapshot.settings.ServerAddress
  return {
    rows: [
      { id: 'password', done: caller.passwordChangedAt !== null, figures: {} },
      { id: 'server-address', done: address !== '', figures: { address } },
      { id: 'channel', ...readyChannels(await parts.channels.all()) },
      { id: 'prices', ...readyPrices(snapshot) },
      { id: 'registration', done: await isRegistrationDecided(parts), figures: {} },
      { id: 'payment', done: await isPaymentOpen(parts), figures: {} },
      { id: 'mail', done: snapshot.settings.SMTPServer !== '', figures: {} },
      { id: 'sandbox', ...closedSandbox(snapshot) },
    ],
  }
}

/** Open or closed, once the operator has said so: a default is no decision. */
const isRegistrationDecided = async ({ options }: ApiParts): Promise<boolean> =>
  (await options.times()).has('RegisterEnabled')

/** A way to pay, or a page of the operator's own. */
async function isPaymentOpen({ db, seal, snapshot }: ApiParts): Promise<boolean> {
  if (snapshot.get().settings.TopUpLink !== '') return true
  const rows = await db
    .selectFrom('payment_gateways')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('enabled', '=', 1n)
    .execute()
  return rows.some((row) => canPay(gatewayFrom(row), { seal }))
}

/** What a row says: whether it is done, its numbers, and in `row` the channel to look at. */
type Readiness = { readonly done: boolean; readonly figures: Record<string, number | string> }

/** The channel that a row is about, when there is one. */
const rowOf = (channel: { readonly id: number | bigint } | undefined): Readiness['figures'] =>
  channel === undefined ? {} : { row: Number(channel.id) }

type Stored = {
  readonly row: {
    readonly id: bigint
    readonly type: bigint
    readonly status: bigint
    readonly tested_at: bigint | null
    readonly test_failure: string
  }
}

function readyChannels(stored: readonly Stored[]): Readiness {
  const real = stored.map(({ row }) => row).filter(({ type }) => Number(type) !== sandboxType)
  const tested = real.filter(
    (row) => row.tested_at !== null && row.test_failure === '' && row.status === 1n,
  )
  const figures = { channels: real.length, tested: tested.length }
  return {
    done: tested.length > 0,
    figures: { ...figures, ...rowOf(real.find((row) => !tested.includes(row))) },
  }
}

/** Models of real channels: what customers can ask for. */
function readyPrices(snapshot: Snapshot): Readiness {
  const real = snapshot.channels.filter(({ type }) => type !== sandboxType)
  const models = [...new Set(real.flatMap((channel) => channel.models))]
  const unpriced = models.filter((model) => snapshot.prices.match(model) === null)
  const [first = ''] = unpriced
  return {
    done: models.length > 0 && unpriced.length === 0,
    figures: {
      priced: models.length - unpriced.length,
      models: models.length,
      names: unpriced.slice(0, named).join(', '),
      more: Math.max(0, unpriced.length - named),
      ...rowOf(real.find((channel) => channel.models.includes(first))),
    },
  }
}

function closedSandbox(snapshot: Snapshot): Readiness {
  const open = snapshot.channels.find(({ type }) => type === sandboxType)
  return { done: open === undefined, figures: rowOf(open) }
}

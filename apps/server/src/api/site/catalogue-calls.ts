import type { siteCalls } from '@posthouse/contract/calls/site'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import type { ModelFacts } from '@posthouse/contract/model-facts'
import { type Channel, modelsFor } from '../../domain/channels/channel.ts'
import type { HealthView } from '../../domain/channels/health.ts'
import { groupsOpenTo, isOpenTo, type UserGroup } from '../../domain/groups/group.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import { modalitiesOf } from '../../domain/models/modalities.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import { changesAfter, inForce, isPlain, linesAt } from '../../domain/pricing/lines-at.ts'
import {
  dollarsEach,
  dollarsPerMillion,
  multiplierFromMicros,
} from '../../domain/pricing/multiplier.ts'
import { datesOf, type PriceEntry, type PriceLine } from '../../domain/pricing/price-book.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'
import type { Handler, Handlers } from '../call.ts'
import { priceOut } from '../price/price-out.ts'

type Reader = {
  readonly snapshot: Snapshot
  readonly health: HealthView
  /** Groups that the caller may choose. */
  readonly open: readonly UserGroup[]
  /** The first of these that can call a model sets the price shown: the user's own group, or any public group for a visitor. */
  readonly paying: readonly UserGroup[]
  readonly channels: readonly Channel[]
  readonly now: number
}

/** Public. Visitors see the models of public groups, without the sandbox. */
const listCatalogue: Handler<'listCatalogue'> = async (_input, { cookie, parts }) => {
  const snapshot = parts.snapshot.get()
  const account = cookie === '' ? null : ((await parts.sessions.find(cookie))?.account ?? null)
  const open =
    account === null
      ? [...snapshot.groups.values()].filter((group) => group.public)
      : groupsOpenTo(snapshot.groups, account.group)
  const reader: Reader = {
    snapshot,
    health: parts.health,
    open,
    paying: account === null ? open : open.filter(({ symbol }) => symbol === account.group),
    now: parts.clock.now(),
    channels: snapshot.channels.filter(({ type }) => account !== null || type !== sandboxType),
  }
  const names = new Set(reader.channels.flatMap(({ models }) => models))
  return [...names]
    .filter((name) => !name.includes('*'))
    .toSorted((one, other) => one.localeCompare(other))
    .flatMap((name) => modelOut(name, reader) ?? [])
}

type Serving = {
  readonly channel: Channel
  readonly forwarded: string
  readonly entry: PriceEntry
}

/** `null` when no channel of the caller's groups serves the model at a price. */
function modelOut(name: string, reader: Reader): CatalogueModel | null {
  const having = reader.channels.filter(({ models }) => models.includes(name))
  const has = ({ symbol }: UserGroup) => having.some(({ groups }) => groups.includes(symbol))
  const group = reader.paying.find(has)
  if (group === undefined) return null
  const serving = servingOf(name, having, group, reader)
  const [first] = serving
  if (first === undefined) return null
  const facts = reader.snapshot.models.factsOf(first.forwarded)
  const operation = likelyOperation(name, facts)
  return {
    name,
    owned_by: channelTypeOf(first.channel.type)?.name ?? '',
    channel_type: first.channel.type,
    operation,
    capabilities: [operation, ...extrasOf(facts)],
    ...modalitiesOf(facts, operation),
    context: facts.context,
    output: facts.output,
    available: serving.some((one) => isAwake(one, reader.health)),
    group: groupOut(group),
    groups: reader.open.filter(has).map(groupOut),
    ...pricesOf(first.entry, group, reader),
    varies: new Set(serving.map(({ entry }) => entry.model)).size > 1,
  }
}

/** The channels that may serve a call, by priority. */
const servingOf = (
  name: string,
  having: readonly Channel[],
  { symbol }: UserGroup,
  { snapshot }: Reader,
): Serving[] =>
  having
    .filter(({ groups }) => groups.includes(symbol))
    .toSorted((one, other) => other.priority - one.priority)
    .flatMap((channel) => {
      const { forwarded, priced } = modelsFor(channel, name)
      const entry = entryFor(snapshot, priced)
      return entry === null ? [] : [{ channel, forwarded, entry }]
    })

const isAwake = ({ channel, forwarded }: Serving, health: HealthView): boolean =>
  channel.keys.some(
    (key) =>
      key.enabled &&
      health.stateOf({ channelId: channel.id, keyId: key.id, model: forwarded }) !== 'cooling',
  )

const extrasOf = ({
  operation,
  in: takes,
  out: gives,
  reasons,
}: ModelFacts): CatalogueModel['capabilities'] => [
  ...(takes?.includes('image') === true ? (['vision'] as const) : []),
  ...(takes?.includes('audio') === true ? (['audio'] as const) : []),
  ...(takes?.includes('file') === true ? (['files'] as const) : []),
  ...(operation !== 'image' && gives?.includes('image') === true ? (['image'] as const) : []),
  ...(reasons === 'always' || reasons === 'optional' ? (['reasoning'] as const) : []),
]

const groupOut = ({ symbol, name, ratioMillionths }: UserGroup) => ({
  symbol,
  name,
  ratio: multiplierFromMicros(ratioMillionths),
})

type Prices = Pick<CatalogueModel, 'input' | 'output_price' | 'call' | 'lines' | 'coming'>

function pricesOf(entry: PriceEntry, { ratioMillionths }: UserGroup, reader: Reader): Prices {
  const { snapshot, now } = reader
  // Multiply before dividing, so that the ratio loses no precision.
  const perDollar = snapshot.settings.QuotaPerUnit * 1_000_000
  const inForce = linesAt(entry, now)
  const dollars = ({ amount, unit }: PriceLine): string => {
    if (unit === 'call') return dollarsEach(amount * ratioMillionths, perDollar)
    if (unit === 'second') return dollarsEach(amount * 60n * ratioMillionths, perDollar)
    return dollarsPerMillion(amount * ratioMillionths, perDollar)
  }
  const plain = (bucket: string): string | null => {
    const line = inForce.find((line) => line.bucket === bucket && isPlain(line))
    return line === undefined ? null : dollars(line)
  }
  return {
    input: plain('input'),
    output_price: plain('output'),
    call: plain('call'),
    lines: inForce.map((line) => lineOut(line, dollars(line))),
    coming: changesAfter(entry, now).map(({ from, lines }) => ({
      from,
      lines: lines.map((line) => lineOut(line, dollars(line))),
    })),
  }
}

const lineOut = (line: PriceLine, dollars: string): CatalogueModel['lines'][number] => ({
  bucket: line.bucket,
  unit: line.unit,
  dollars,
  ...(line.fromInputTokens === 0 ? {} : { from_input_tokens: line.fromInputTokens }),
  ...(line.tier === undefined ? {} : { tier: line.tier }),
  ...(line.attributes === undefined ? {} : { attributes: line.attributes }),
  ...datesOf(line),
})

type Served = ReplyOf<typeof siteCalls.listServedModels>

/** Public. Leaves out the sandbox, and models of groups that are closed to the caller. */
const listServedModels: Handler<'listServedModels'> = async (_input, { cookie, parts }) => {
  const snapshot = parts.snapshot.get()
  const account = cookie === '' ? null : ((await parts.sessions.find(cookie))?.account ?? null)
  const served: Served = {}
  const now = parts.clock.now()
  for (const channel of snapshot.channels.filter(({ type }) => type !== sandboxType)) {
    const groups = channel.groups.filter((group) =>
      isOpenTo(snapshot.groups, group, account?.group ?? null),
    )
    for (const model of groups.length === 0 ? [] : channel.models) {
      const entry = servedBy(channel, model, { snapshot, now })
      if (entry === null) continue
      served[model] = {
        ...entry,
        groups: [...new Set([...(served[model]?.groups ?? []), ...groups])],
      }
    }
  }
  return served
}

/** `null` for a model without a price, and for a name pattern. */
function servedBy(
  channel: Channel,
  model: string,
  { snapshot, now }: { readonly snapshot: Snapshot; readonly now: number },
): Omit<Served[string], 'groups'> | null {
  const { forwarded, priced } = modelsFor(channel, model)
  const price = entryFor(snapshot, priced)
  if (price === null || model.includes('*')) return null
  const facts = snapshot.models.factsOf(forwarded)
  const operation = likelyOperation(model, facts)
  return {
    owned_by: channelTypeOf(channel.type)?.name ?? '',
    price: priceOut(inForce(price, now), snapshot.settings.QuotaPerUnit),
    operation,
    ...modalitiesOf(facts, operation),
    context: facts.context,
  }
}

export const catalogueHandlers = {
  listCatalogue,
  listServedModels,
} satisfies Partial<Handlers>

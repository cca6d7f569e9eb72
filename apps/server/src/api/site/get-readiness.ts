import { sandboxType } from '@posthouse/contract/channel-type'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import type { Handler } from '../call.ts'

export const getReadiness: Handler<'getReadiness'> = async (_input, { caller, parts }) => {
  const snapshot = parts.snapshot.get()
  const stored = await parts.channels.all()
  const real = stored.filter(({ row }) => Number(row.type) !== sandboxType)
  const tested = real.filter(({ row }) => row.tested_at !== null && row.status === 1n)
  const sandboxOpen = snapshot.channels.some(({ type }) => type === sandboxType)
  const models = modelsOf(snapshot)
  const priced = models.filter((model) => snapshot.prices.match(model) !== null)
  return {
    rows: [
      { id: 'password', done: caller.passwordChangedAt !== null, figures: {} },
      {
        id: 'server-address',
        done: snapshot.settings.ServerAddress !== '',
        figures: { address: snapshot.settings.ServerAddress },
      },
      {
        id: 'channel',
        done: tested.length > 0,
        figures: { channels: real.length, tested: tested.length },
      },
      {
        id: 'prices',
        done: models.length > 0 && priced.length === models.length,
        figures: { priced: priced.length, models: models.length },
      },
      { id: 'sandbox', done: !sandboxOpen, figures: {} },
    ],
  }
}

/** Models of real channels: what customers can ask for. */
const modelsOf = (snapshot: Snapshot): string[] => [
  ...new Set(
    snapshot.channels.filter(({ type }) => type !== sandboxType).flatMap(({ models }) => models),
  ),
]

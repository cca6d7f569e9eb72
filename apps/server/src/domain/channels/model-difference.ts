import { ModelPattern } from '@posthouse/contract/channel-input'
import { type Channel, modelsFor } from './channel.ts'

export type ModelDifference = {
  /** Listed, and not served by the channel. */
  readonly added: readonly string[]
  /** Served by the channel, and not listed. */
  readonly gone: readonly string[]
  /** How many of the channel's entries are listed. */
  readonly same: number
}

/**
 * What a channel serves against what its supplier lists. A name with `*` covers every listed name that it matches, and
 * a mapped name stands for the one that is sent.
 */
export function modelDifference(channel: Channel, listed: readonly string[]): ModelDifference {
  const { models, mapping } = channel
  const offered = new Set(listed)
  const names = new Set(models)
  const prefixes = models.filter(isWildcard).map((model) => model.slice(0, -1))
  const serves = (name: string): boolean =>
    names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
  const sent = new Set(
    [...mapping].flatMap(([requested, { forwarded }]) => (serves(requested) ? [forwarded] : [])),
  )
  const isListed = (model: string): boolean =>
    isWildcard(model)
      ? listed.some((name) => name.startsWith(model.slice(0, -1)))
      : offered.has(modelsFor(channel, model).forwarded)
  const gone = models.filter((model) => !isListed(model))
  return {
    added: [...offered].filter((name) => !serves(name) && !sent.has(name) && isStorable(name)),
    gone,
    same: models.length - gone.length,
  }
}

const isWildcard = (model: string): boolean => model.endsWith('*')

/** Lists of models are stored with commas between the names. */
const isStorable = (name: string): boolean =>
  !/[,*]/.test(name) && ModelPattern.safeParse(name).data === name

import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { isJsonTooDeep } from '@posthouse/contract/json-depth'
import type { Channel } from './channel.ts'

/** The mark for a stored secret; sent back unchanged, it means "keep it". */
const hiddenValue = '••••'

/** Texts of a channel in which secrets may lie beside what people must see. */
export type PartlyHidden = 'model_headers' | 'custom_parameter' | 'plugin'

/** Headers whose values are no secrets. Of all others nobody knows. */
const openHeaders =
  /^(accept|accept-language|anthropic-(beta|version)|content-type|openai-beta|referer|http-referer|user-agent|x-title)$/i
const secretName = /key|token|secret|passw|auth|credential|cookie|signature/i
/** Limits and counts of tokens are no secrets. */
const openName = /tokens$|token_(count|limit)|tokenizer|^logit/i
const secretLook = /^(sk-|Bearer |Basic |eyJ|AIza|AKIA)/

type Scalar = string | number | boolean
type Path = readonly string[]

/**
 * A stored JSON object with its secrets replaced by the stand-in; text without any stays as it was typed.
 * One that is nested too deep to be looked through is hidden whole.
 */
export function hideValues(text: string, kind: PartlyHidden): string {
  if (isJsonTooDeep(text)) return hiddenValue
  let hidden = false
  const shown = changed(parsed(text), [], (value, path) => {
    if (!isSecret(value, path, kind)) return value
    hidden = true
    return hiddenValue
  })
  return hidden ? JSON.stringify(shown, null, 2) : text
}

/**
 * Given text with the stored values where it still has the stand-in. Null: it stands where nothing
 * is stored, so that there is nothing to keep.
 */
export function keepHidden(given: string, stored: string): string | null {
  if (!given.includes(hiddenValue)) return given
  if (given === hiddenValue) return isJsonTooDeep(stored) ? stored : null
  const known = parsed(stored)
  let missing = false
  const whole = changed(parsed(given), [], (value, path) => {
    if (value !== hiddenValue) return value
    const kept = path.reduce(fieldOf, known)
    if (isScalar(kept)) return kept
    missing = true
    return value
  })
  return missing ? null : JSON.stringify(whole)
}

const userInfo = /^(\w+:\/\/)(?:([^:]*):)?(.*)@([^@]*)$/s

/** A proxy's address without its password, or without the only thing before the @. */
export function hidePassword(url: string): string {
  const [, scheme = '', name, , rest = ''] = userInfo.exec(url) ?? []
  if (scheme === '') return url
  return `${scheme}${name === undefined ? '' : `${name}:`}${hiddenValue}@${rest}`
}

/** The same rule as `keepHidden`: a password is kept for the address that it was stored for. */
export function keepPassword(given: string, stored: string): string | null {
  if (!given.includes(hiddenValue)) return given
  return given === hidePassword(stored) ? stored : null
}

/**
 * Everything of a channel that must be in no message: keys and their parts, and what lists hide. The sandbox
 * has no secrets: its key is a word and opens nothing.
 */
export function secretsOf(channel: Channel): string[] {
  if (channel.type === sandboxType) return []
  const keys = channel.keys.flatMap(({ secret }) => partsOf(secret))
  const values = [
    ...secretValues(channel.headers, 'model_headers'),
    ...secretValues(channel.bodyParameters, 'custom_parameter'),
    ...secretValues(channel.plugin, 'plugin'),
  ]
  const password = userInfo.exec(channel.proxy)?.[3] ?? ''
  return [...keys, ...values, password, decoded(password)]
}

/** Fields of a key in JSON that say nothing of whose it is. */
const openParts = /^(type|auth_uri|token_uri|.*cert_url|universe_domain)$/

/** A key, and its parts. */
function partsOf(secret: string): string[] {
  if (!secret.startsWith('{')) return [secret, ...secret.split('|')]
  const parts = Object.entries(parsed(secret) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && !openParts.test(name) ? [value, value.trim()] : [],
  )
  return [secret, ...parts]
}

function secretValues(object: unknown, kind: PartlyHidden): string[] {
  const found: string[] = []
  changed(object, [], (value, path) => {
    if (isSecret(value, path, kind)) found.push(String(value))
    return value
  })
  return found.flatMap((value) => [value, value.replace(/^(Bearer|Basic) /, '')])
}

function isSecret(value: Scalar, path: Path, kind: PartlyHidden): boolean {
  if (value === '' || typeof value === 'boolean') return false
  if (kind === 'model_headers') return !openHeaders.test(path[0] ?? '')
  if (typeof value === 'string' && secretLook.test(value)) return true
  return path.some((name) => secretName.test(name) && !openName.test(name))
}

/** A copy of a JSON value with every scalar changed; null stays. */
function changed(
  value: unknown,
  path: Path,
  change: (value: Scalar, path: Path) => Scalar,
): unknown {
  if (isScalar(value)) return change(value, path)
  if (Array.isArray(value)) {
    return value.map((entry, place) => changed(entry, [...path, String(place)], change))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, changed(entry, [...path, name], change)]),
  )
}

const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value)

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined

/** Stored text has been checked; what is not JSON all the same has nothing to show. */
function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { fieldMessages } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import { isTimeZone } from '@posthouse/contract/time-zone'
import type { TokenLimits } from '@posthouse/contract/token'
import ipaddr from 'ipaddr.js'
import type { Call } from '../call.ts'

/** What the schema cannot check: how much the operator allows, and that addresses and the time zone are real. */
export function requireLimits(limits: TokenLimits, { language, parts }: Call): void {
  const { TokenListEntries } = parts.snapshot.get().settings
  for (const list of ['models', 'addresses'] as const) {
    if (limits[list].length <= TokenListEntries) continue
    const text = fieldMessages['field.too-long'][language]
    throw new Refusal('request.invalid', { field: text }, { fields: { [`limits.${list}`]: text } })
  }
  const wrong = limits.addresses.findIndex(
    (text) => !ipaddr.isValid(text) && !ipaddr.isValidCIDR(text),
  )
  if (wrong !== -1) {
    const text = fieldMessages['field.address'][language]
    throw new Refusal(
      'request.invalid',
      { field: text },
      { fields: { [`limits.addresses.${wrong}`]: text } },
    )
  }
  if (!isTimeZone(limits.time_zone)) {
    const text = fieldMessages['field.time-zone'][language]
    throw new Refusal('request.invalid', { field: text }, { fields: { 'limits.time_zone': text } })
  }
}

/** An expiry of a new or changed token lies in the future, or is -1. */
export function requireFuture(expiry: number, { language, parts }: Call): void {
  if (expiry === -1 || expiry * 1_000 > parts.clock.now()) return
  const text = fieldMessages['token.expiry-past'][language]
  throw new Refusal('request.invalid', { field: text }, { fields: { expired_time: text } })
}

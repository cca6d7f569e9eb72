import type { FieldFault } from '@posthouse/contract/field-messages'
import { isTimeZone } from '@posthouse/contract/time-zone'
import type { TokenLimits } from '@posthouse/contract/token'
import type { Call } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'

/** What the schema cannot check: how much the operator allows, and that the time zone is real. */
export function requireLimits(limits: TokenLimits, { language, parts }: Call): void {
  const { TokenListEntries } = parts.snapshot.get().settings
  const refuse = (field: string, fault: FieldFault): never => {
    throw refusedFields({ [`limits.${field}`]: fault }, language)
  }
  for (const list of ['models', 'addresses'] as const) {
    if (limits[list].length > TokenListEntries) refuse(list, `field.too-many ${TokenListEntries}`)
  }
  if (!isTimeZone(limits.time_zone)) refuse('time_zone', 'field.time-zone')
}

/** An expiry of a new or changed token lies in the future, or is -1. */
export function requireFuture(expiry: number, { language, parts }: Call): void {
  if (expiry === -1 || expiry * 1_000 > parts.clock.now()) return
  throw refusedFields({ expired_time: 'field.past' }, language)
}

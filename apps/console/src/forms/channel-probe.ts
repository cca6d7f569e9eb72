import type { Channel } from '@posthouse/contract/channel'
import type { ChannelForm } from './channel-form.ts'

/** The unsaved values as the server tries them; the stored key is lent when none was typed. */
export function probeOf(form: ChannelForm, stored: Channel | null) {
  const { name: _name, group: _group, ...values } = form.getValues()
  const model = values.test_model ?? ''
  return { ...values, model, ...(stored === null ? {} : { id: stored.id }) }
}

/** A probe that passed, and the values that it was about. */
export type PassedProbe = {
  readonly connection: string
  readonly milliseconds: number
  readonly hasResponses: boolean | null
}

type Connection = { readonly [Field in (typeof connecting)[number]]?: string | number | undefined }

const connecting = [
  'type',
  'base_url',
  'key',
  'other',
  'proxy',
  'model_mapping',
  'model_headers',
  'custom_parameter',
  'plugin',
] as const

/** The values that a probe depends on, as they are sent: once one of them changes, the probe says nothing. */
export const connectionOf = (values: Connection): string =>
  JSON.stringify(connecting.map((field) => String(values[field]).trim().replace(/\/+$/, '')))

/** The part of a form’s body that says that its values were tested, if they were. */
export function testedBy(passed: PassedProbe | null, values: Connection) {
  if (passed?.connection !== connectionOf(values)) return {}
  const { milliseconds, hasResponses } = passed
  return {
    tested_ms: milliseconds,
    ...(hasResponses !== null && { tested_responses: hasResponses }),
  }
}

import type { Channel } from '@posthouse/contract/channel'
import type { ChannelForm } from './channel-form.ts'

/** The unsaved values as the server tries them; the stored key is lent when none was typed. */
export function probeOf(form: ChannelForm, stored: Channel | null) {
  const { name: _name, group: _group, ...values } = form.getValues()
  const model = values.test_model ?? ''
  return { ...values, model, ...(stored === null ? {} : { id: stored.id }) }
}

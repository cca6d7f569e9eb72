import type { Channel } from '@posthouse/contract/channel'
import { codeOf } from '../api/refusal.ts'
import type { ChannelForm } from './channel-form.ts'
import { putFaults } from './kit/put-faults.ts'

/** The unsaved values as the server tries them; the stored key is lent when none was typed. */
export function probeOf(form: ChannelForm, stored: Channel | null) {
  const { name: _name, group: _group, ...values } = form.getValues()
  const model = values.test_model ?? ''
  return { ...values, model, ...(stored === null ? {} : { id: stored.id }) }
}

/** Whether the fields of the form tell what is wrong with them. Where the password is asked for, nothing is. */
export const toldByFields = (form: ChannelForm, error: unknown): boolean =>
  codeOf(error) !== 'channel.secrets-again' && putFaults(form, error)

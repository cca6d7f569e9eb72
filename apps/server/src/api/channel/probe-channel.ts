import type { Handler } from '../call.ts'
import { tested, testOut } from './tested.ts'
import { unsavedChannel } from './unsaved-channel.ts'

export const probeChannel: Handler<'probeChannel'> = async ({ body }, call) => {
  const { parts } = call
  const channel = await unsavedChannel(body, call)
  const firstModel = channel.models.find((name) => !name.endsWith('*')) ?? ''
  const model = body.model || channel.testModel || firstModel
  return testOut(await tested(channel, model, parts), model)
}

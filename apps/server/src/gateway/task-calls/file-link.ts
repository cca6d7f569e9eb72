import { Refusal } from '@posthouse/contract/refusal'
import type { Task } from '../../domain/tasks/task.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { shownId, taskIdIn } from './task-ids.ts'

/** Our address as the client sees it. */
const originOf = ({ incoming, snapshot }: Pick<Exchange, 'incoming' | 'snapshot'>): string => {
  const { ServerAddress } = snapshot.settings
  if (ServerAddress !== '') return ServerAddress.replace(/\/+$/, '')
  return `${incoming.secure ? 'https' : 'http'}://${incoming.hosts[0] ?? 'localhost'}`
}

type Linked = { readonly task: Task; readonly path: string; readonly place: number }

/** A link to a file that works without a key. It cannot be guessed, and ends when the file is deleted. Empty without a file. */
export function fileLink(
  { tasks }: GatewayParts,
  exchange: Exchange,
  { task, path, place }: Linked,
): string {
  const artefact = task.artefacts[place]
  if (artefact === undefined) return ''
  const secret = tasks.fileSecret(task.id, artefact.name)
  return `${originOf(exchange)}${path}/${shownId(task.id)}/${place}/${secret}`
}

export async function linkedTask(
  { tasks }: GatewayParts,
  { id, place, secret }: { readonly id: string; readonly place: string; readonly secret: string },
): Promise<Task> {
  const taskId = taskIdIn(id)
  const task = taskId === null ? null : await tasks.findLinked(taskId, place, secret)
  if (task === null) throw new Refusal('task.not-found', { id })
  return task
}

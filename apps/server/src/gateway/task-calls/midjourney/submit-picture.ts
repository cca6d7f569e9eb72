import { Refusal } from '@posthouse/contract/refusal'
import { entryOf, textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Caller, Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { type AskedTask, ownTask } from '../asked-task.ts'
import { makeTask } from '../make-task.ts'
import { servedName } from '../named-model.ts'
import { picturesBytesMost, readFields, wordIn } from '../read-fields.ts'
import { shownId } from '../task-ids.ts'
import { type PictureCall, pictureCalls } from './picture-calls.ts'
import { waitsForModal } from './picture-shape.ts'

/** `POST /mj/submit/{call}`, optionally with a prefix for the speed. */
export async function submitPicture(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, words: [prefix = '', name = ''] }: AskedTask,
): Promise<object> {
  const read = entryOf(pictureCalls, name)
  if (read === undefined) {
    throw new Refusal('request.not-found', { path: exchange.incoming.url.pathname })
  }
  const fields = await readFields(exchange, picturesBytesMost)
  const call = read(fields)
  const parent = await parentOf(parts, caller, call)
  call.check?.(parent)
  // Follow-ups use the speed and the supplier of their picture.
  const place = textOf(parent?.request['prefix']) ?? prefix
  const speed = place === '' ? 'fast' : place.slice('/mj-'.length)
  const operation = 'draw'
  const model = servedName(parts, exchange, namesOf(call.action, speed), { caller, operation })
  return await makeTask(parts, exchange, {
    kind: 'midjourney',
    operation,
    dialect: 'midjourney',
    caller,
    model,
    request: {
      ...call.fields,
      call: call.path,
      prefix: place,
      speed,
      state: wordIn(fields, 'state').slice(0, stateMost),
      shownPrompt: promptOf(parent),
    },
    attached: call.attached,
    action: call.action,
    parent,
    shown: submitted,
  })
}

/** The parent's prompt. */
const promptOf = (parent: Task | null): string =>
  textOf(parent?.request['prompt']) ?? textOf(parent?.request['shownPrompt']) ?? ''

const stateMost = 1_000

async function parentOf(
  parts: GatewayParts,
  caller: Caller,
  { parentId, path }: PictureCall,
): Promise<Task | null> {
  if (parentId === null) return null
  const parent = await ownTask(parts, { caller, kind: 'midjourney', id: parentId })
  const isReady =
    path === 'modal'
      ? waitsForModal.has(parent.action) && parent.open && parent.supplierId !== ''
      : parent.status === 'succeeded'
  if (!isReady) throw new Refusal('task.parent', { id: parentId })
  return parent
}

/** Possible model names; price lists may have one for each speed. */
const namesOf = (action: string, speed: string): readonly string[] => {
  const name = action.toLowerCase()
  return speed === 'fast' ? [`mj_${name}`] : [`mj_${speed}_${name}`, `mj_${name}`]
}

function submitted(task: Task): object {
  const isWaiting = waitsForModal.has(task.action)
  return {
    code: isWaiting ? 21 : 1,
    description: isWaiting ? 'Waiting for window confirm' : 'Submit success',
    properties: {},
    result: shownId(task.id),
  }
}

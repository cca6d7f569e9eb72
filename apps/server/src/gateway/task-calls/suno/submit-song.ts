import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, numberOf, objectsIn } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Caller, Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { type AskedTask, ownTask } from '../asked-task.ts'
import { makeTask } from '../make-task.ts'
import { servedName } from '../named-model.ts'
import { neededWord, readFields, wordIn, wordsBytesMost } from '../read-fields.ts'
import { shownId } from '../task-ids.ts'
import { success } from './own-songs.ts'

/** `POST /suno/submit/{music|lyrics}` */
export async function submitSong(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, words: [name = ''] }: AskedTask,
): Promise<object> {
  const fields = await readFields(exchange, wordsBytesMost)
  const isSong = name.toLowerCase() === 'music'
  const request = isSong ? songIn(fields) : { prompt: neededWord(fields, 'prompt') }
  const parent = isSong ? await parentOf(parts, caller, fields) : null
  const operation = 'music'
  const names = isSong ? songNames(fields) : ['suno_lyrics']
  const model = servedName(parts, exchange, names, { caller, operation })
  return await makeTask(parts, exchange, {
    kind: 'suno',
    operation,
    dialect: 'suno',
    caller,
    model,
    request,
    action: name.toUpperCase(),
    parent,
    shown: (task) => success(shownId(task.id)),
  })
}

/** Price lists may name songs by model version. */
const songNames = (fields: Fields): readonly string[] => {
  const version = wordIn(fields, 'mv')
  return /^chirp-[\w.-]{1,40}$/.test(version) ? [version, 'suno_music'] : ['suno_music']
}

/** Fields that are sent to the supplier. */
const words = [
  'prompt',
  'gpt_description_prompt',
  'title',
  'tags',
  'mv',
  'continue_clip_id',
] as const

function songIn(fields: Fields): Fields {
  const said = words.flatMap((name) => {
    const word = wordIn(fields, name)
    return word === '' ? [] : [[name, word] as const]
  })
  const isInstrumental = fields['make_instrumental'] === true
  const isAsked = said.some(
    ([name]) => name.endsWith('prompt') || (isInstrumental && name === 'tags'),
  )
  if (!isAsked) throw new Refusal('model.required', { field: 'prompt' })
  return {
    ...Object.fromEntries(said),
    make_instrumental: isInstrumental,
    ...(said.some(([name]) => name === 'continue_clip_id') && {
      continue_at: numberOf(fields['continue_at']),
    }),
  }
}

/** The caller's finished task that contains the song to continue. */
async function parentOf(parts: GatewayParts, caller: Caller, fields: Fields): Promise<Task | null> {
  const clip = wordIn(fields, 'continue_clip_id')
  if (clip === '') return null
  const id = neededWord(fields, 'task_id')
  const parent = await ownTask(parts, { caller, kind: 'suno', id })
  if (parent.status !== 'succeeded') throw new Refusal('task.parent', { id })
  if (!objectsIn(parent.result['data']).some((song) => song['id'] === clip)) {
    const reason = phrase('a song of this task is expected')
    throw new Refusal('model.field', { field: 'continue_clip_id', reason })
  }
  return parent
}

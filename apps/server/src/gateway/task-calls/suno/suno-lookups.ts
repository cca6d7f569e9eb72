import type { Answer, Lookup, LookupMethod } from '../../gateway-parts.ts'
import { forCaller, hearNotice, type TaskHandler } from '../asked-task.ts'
import { linkedTask } from '../file-link.ts'
import { sendFile } from '../send-file.ts'
import { fetchSong, fetchSongs } from './own-songs.ts'
import { submitSong } from './submit-song.ts'

type ByWords = (words: readonly string[]) => Answer

const called =
  (handler: TaskHandler): ByWords =>
  (words) =>
    forCaller(handler, words)

/** Serves a signed link to a song or a cover. */
const sendLinkedSong: ByWords =
  ([id = '', place = '', secret = '']) =>
  async (parts, exchange) => {
    const task = await linkedTask(parts, { id, place, secret })
    const fileName = `${id}-${place}`
    const file = { place: Number(place), fileName, disposition: 'inline' } as const
    return await sendFile(parts, exchange, task, file)
  }

const table: readonly (readonly [RegExp, LookupMethod, ByWords])[] = [
  [/^submit\/(music|lyrics)$/i, 'POST', called(submitSong)],
  [/^fetch$/, 'POST', called(fetchSongs)],
  [/^fetch\/([^/]+)$/, 'GET', called(fetchSong)],
  [/^file\/([^/]+)\/(\d{1,2})\/([\w-]{1,100})$/, 'GET', sendLinkedSong],
  [/^notify\/([^/]+)\/([\w-]{1,100})$/, 'POST', hearNotice],
]

/** The endpoints of Suno-API. */
export function sunoLookupAt(pathname: string): Lookup | null {
  const [, rest] = /^\/suno\/(.+)$/.exec(pathname) ?? []
  if (rest === undefined) return null
  for (const [path, method, answer] of table) {
    const [whole, ...words] = path.exec(rest) ?? []
    if (whole !== undefined) return { answers: { [method]: answer(words) } }
  }
  return null
}

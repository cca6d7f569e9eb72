import type { Answer, Lookup, LookupMethod } from '../../gateway-parts.ts'
import { forCaller, hearNotice, type TaskHandler } from '../asked-task.ts'
import { sendLinkedPicture, sendPicture } from './pictures.ts'
import { submitPicture } from './submit-picture.ts'
import { cancelPicture, fetchPicture, listPictures, seedOfPicture } from './own-pictures.ts'

type ByWords = (words: readonly string[]) => Answer

const called =
  (handler: TaskHandler): ByWords =>
  (words) =>
    forCaller(handler, words)

/** Paths after the prefix. The captured groups follow the prefix as parameters. */
const table: readonly (readonly [RegExp, LookupMethod, ByWords])[] = [
  [/^submit\/([\w-]+)$/, 'POST', called(submitPicture)],
  [/^(?:insight-face)\/(swap)$/, 'POST', called(submitPicture)],
  [/^task\/([^/]+)\/fetch$/, 'GET', called(fetchPicture)],
  [/^task\/([^/]+)\/image-seed$/, 'GET', called(seedOfPicture)],
  [/^task\/([^/]+)\/cancel$/, 'POST', called(cancelPicture)],
  [/^task\/list-by-condition$/, 'POST', called(listPictures)],
  [/^image\/([^/]+)$/, 'GET', called(sendPicture)],
  [/^image\/([^/]+)\/(\d{1,2})\/([\w-]{1,100})$/, 'GET', sendLinkedPicture],
  [/^notify\/([^/]+)\/([\w-]{1,100})$/, 'POST', ([, ...words]) => hearNotice(words)],
]

/** The endpoints of midjourney-proxy. */
export function midjourneyLookupAt(pathname: string): Lookup | null {
  const [, prefix = '', rest] = /^(\/mj-(?:fast|relax|turbo))?\/mj\/(.+)$/.exec(pathname) ?? []
  if (rest === undefined) return null
  for (const [path, method, answer] of table) {
    const [whole, ...words] = path.exec(rest) ?? []
    if (whole !== undefined) return { answers: { [method]: answer([prefix, ...words]) } }
  }
  return null
}

import { readFile } from 'node:fs/promises'
import type { SpooledFile } from '../../../http/spool.ts'
import { mediaTypeOf } from '../../media-types.ts'

/** The picture that a video begins with, as suppliers take it in JSON. Its type is told by its bytes. Null: there is none. */
export async function pictureIn(
  files: readonly SpooledFile[],
): Promise<{ readonly mediaType: string; readonly base64: string } | null> {
  const [file] = files
  if (file === undefined) return null
  const bytes = Buffer.from(file.content ?? (await readFile(file.path)))
  return { mediaType: mediaTypeOf(bytes) ?? file.type, base64: bytes.toString('base64') }
}

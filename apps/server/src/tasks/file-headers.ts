import type { Artefact } from '../domain/tasks/task.ts'
import { extensionOf } from './media-types.ts'

type FileDownload = { readonly name: string; readonly disposition: 'attachment' | 'inline' }

/** Headers of every task file, so that a browser never treats it as a page of ours. */
export const fileHeaders = (
  { mediaType }: Pick<Artefact, 'mediaType'>,
  { name, disposition }: FileDownload,
): Readonly<Record<string, string>> => ({
  'content-type': mediaType,
  'content-disposition': `${disposition}; filename="${name}.${extensionOf(mediaType)}"`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
})

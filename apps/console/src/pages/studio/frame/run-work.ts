import type { Work } from '@posthouse/contract/calls/works'
import { transport } from '../../../api/client.ts'
import { sendWork } from '../../../api/works.ts'
import { refresh } from '../../../api/use-call.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { StudioFile, WorkCall } from './studio.ts'

export type NewRun = {
  readonly studio: Work['studio']
  readonly model: string
  readonly title: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly call: WorkCall
  readonly files: readonly StudioFile[]
}

const titleMost = 120

/** Begins a work. Rejects with a `CallError`. */
export async function runWork({ call, files, title, ...work }: NewRun): Promise<Work> {
  const form = new FormData()
  const cut = title.length > titleMost ? `${title.slice(0, titleMost)}…` : title
  form.set('work', JSON.stringify({ ...work, title: cut, ...call }))
  for (const { field, blob, name } of files) form.append(field, blob, name)
  const begun = await sendWork(form)
  await refresh(['listOwnWorks'])
  return begun
}

/** The files that a work was made of, read again. Rejects where they are no longer kept. */
export const filesOf = ({ sent }: Work): Promise<readonly StudioFile[]> =>
  Promise.all(
    sent.map(async ({ url, field, file_name: name, media_type: type }) => ({
      id: randomId(),
      field,
      name,
      blob: await blobAt(url, type),
    })),
  )

/** A file of ours. Rejects where it is no longer kept. */
export async function blobAt(url: string, type: string): Promise<Blob> {
  const response = await transport(url, {})
  if (!response.ok) throw new Error(`status ${response.status}`)
  return new Blob([await response.arrayBuffer()], { type })
}

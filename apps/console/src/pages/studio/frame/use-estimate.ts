import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { transport } from '../../../api/client.ts'
import { contractLanguage } from '../../../i18n/index.ts'
import type { StudioFile, WorkCall } from './studio.ts'

/** What a call would cost, in quota; or why it would be refused. */
export type Estimate =
  | { readonly least: number; readonly most: number }
  | { readonly refused: string }

const Answer = z.object({ quota: z.object({ least: z.number(), most: z.number() }) })
const Refused = z.object({ error: z.object({ message: z.string() }) })
const Described = z.object({ description: z.string() })

const pauseMs = 700
/** Larger files are not sent for an estimate alone. */
const bytesMost = 4 * 1024 * 1024

/** Asks the gateway what the call would cost, once nobody has typed for a moment. Null: not asked, or no answer. */
export function useEstimate(call: WorkCall | null, files: readonly StudioFile[]): Estimate | null {
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0)
  const wanted =
    call === null || bytes > bytesMost
      ? ''
      : JSON.stringify([call, files.map(({ id, field }) => [id, field])])
  const settled = useSettled(wanted)
  const { data } = useQuery({
    queryKey: ['estimate', settled],
    queryFn: ({ signal }) => (call === null ? null : estimate(call, files, signal)),
    enabled: settled !== '' && settled === wanted,
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })
  return settled === wanted ? (data ?? null) : null
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

async function estimate(
  call: WorkCall,
  files: readonly StudioFile[],
  signal: AbortSignal,
): Promise<Estimate | null> {
  const response = await transport(call.path, {
    method: 'POST',
    headers: {
      ...(!call.form && { 'content-type': 'application/json' }),
      'accept-language': contractLanguage() === 'zh' ? 'zh-CN' : 'en-US',
      'x-posthouse-origin': 'console',
      'x-posthouse-estimate': '1',
    },
    body: call.form ? formOf(call, files) : JSON.stringify(await inlined(call.body, files)),
    signal,
  })
  const answer: unknown = await response.json()
  const told = Answer.safeParse(answer)
  if (told.success) return told.data.quota
  const refused = Refused.safeParse(answer)
  if (refused.success) return { refused: refused.data.error.message }
  const described = Described.safeParse(answer)
  return described.success ? { refused: described.data.description } : null
}

function formOf({ body }: WorkCall, files: readonly StudioFile[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      form.append(
        Array.isArray(value) ? `${name}[]` : name,
        typeof entry === 'string' ? entry : JSON.stringify(entry),
      )
    }
  }
  for (const { field, blob, name } of files) form.append(field, blob, name)
  return form
}

/** The same with data addresses in the places of files. */
async function inlined(value: unknown, files: readonly StudioFile[]): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((entry) => inlined(entry, files)))
  if (typeof value === 'object' && value !== null) {
    const entries = await Promise.all(
      Object.entries(value).map(async ([name, entry]) => [name, await inlined(entry, files)]),
    )
    return Object.fromEntries(entries as [string, unknown][])
  }
  const [, at] = /^file:(\d{1,2})$/.exec(typeof value === 'string' ? value : '') ?? []
  const file = at === undefined ? undefined : files[Number(at)]
  return file === undefined ? value : dataAddress(file.blob)
}

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(new Error('unreadable')))
    reader.readAsDataURL(blob)
  })

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AttachFault, filesMost, fitOf, readAttachment } from '../../../lib/chat/attach.ts'
import { isTaken } from '../../../lib/chat/abilities.ts'
import type { Attachment } from '../../../lib/chat/conversation.ts'

export type Draft = {
  readonly text: string
  readonly setText: (text: string) => void
  readonly attachments: readonly Attachment[]
  readonly add: (files: readonly File[]) => void
  readonly remove: (attachment: Attachment) => void
  /** Why files stay out, a sentence each. */
  readonly faults: readonly string[]
  /** There is something to send, and the model takes all of it. */
  readonly ready: boolean
  readonly clear: () => void
}

/** What is about to be asked. */
export function useDraft(takes: readonly string[]): Draft {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const faultOf = (name: string, fault: AttachFault, most = 0) =>
    t(`playground.attach.${fault}`, { name, count: filesMost, size: sizeOf(most) })
  const take = async (file: File): Promise<Attachment | string> => {
    const fit = fitOf(file, takes)
    if ('fault' in fit) return faultOf(file.name, fit.fault, fit.most)
    return readAttachment(file, fit.kind).catch(() => faultOf(file.name, 'kind'))
  }
  const add = async (files: readonly File[]) => {
    const taken = await Promise.all(files.map(take))
    const fitting = taken.filter((one) => typeof one !== 'string')
    const room = Math.max(0, filesMost - attachments.length)
    setAttachments((known) => [...known, ...fitting].slice(0, filesMost))
    setRefused([
      ...taken.filter((one) => typeof one === 'string'),
      ...fitting.slice(room).map(({ name }) => faultOf(name, 'count')),
    ])
  }
  // Another model may have been chosen since they were added.
  const strange = attachments.filter(({ kind }) => !isTaken(kind, takes))
  return {
    text,
    setText,
    attachments,
    add: (files) => void add(files),
    remove: (attachment) => {
      setAttachments((known) => known.filter((one) => one !== attachment))
      setRefused([])
    },
    faults: [...refused, ...strange.map(({ name }) => faultOf(name, 'notTaken'))],
    ready: strange.length === 0 && (text.trim() !== '' || attachments.length > 0),
    clear: () => {
      setText('')
      setAttachments([])
      setRefused([])
    },
  }
}

const sizeOf = (bytes: number): string =>
  bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000} kB`

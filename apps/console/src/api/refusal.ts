import { CallError } from '@posthouse/contract/client'
import { i18n } from '../i18n/index.ts'
import { type NoticeKind, notify } from '../ui/notify.tsx'

export type Notice = { readonly kind: NoticeKind; readonly text: string }

/** What a failed call says in a notice; the statuses with a fixed text are the specification's. */
export function noticeOf(error: unknown): Notice {
  if (!(error instanceof CallError)) {
    return { kind: 'error', text: i18n.t('notice.error', { message: plainText(error) }) }
  }
  switch (error.status) {
    case 429:
      return { kind: 'error', text: i18n.t('notice.tooMany') }
    case 500:
      return { kind: 'error', text: i18n.t('notice.serverError') }
    case 405:
      return { kind: 'info', text: i18n.t('notice.demoSite') }
    default:
      return { kind: 'error', text: i18n.t('notice.error', { message: messageOf(error) }) }
  }
}

/** What a failed call says where it happened, without the notice's prefix. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'network') {
    return error.status === 0 ? i18n.t('notice.unreachable') : i18n.t('notice.serverTrouble')
  }
  return plainText(error)
}

function plainText(error: unknown): string {
  const text = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return text === '' ? i18n.t('notice.unknown') : text
}

/** Signed out in the middle of work has its own dialog, and no server its own banner: no notice. */
export function notifyFailure(error: unknown): void {
  if (error instanceof CallError && (error.status === 401 || error.status === 0)) return
  const notice = noticeOf(error)
  notify(notice.kind, notice.text)
}

export const fieldsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof CallError ? error.fields : {}

export const codeOf = (error: unknown): string => (error instanceof CallError ? error.code : '')

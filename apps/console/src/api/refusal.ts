import { CallError, type NoRefusal } from '@posthouse/contract/client'
import { i18n } from '../i18n/index.ts'
import { type NoticeKind, notify } from '../ui/notify.tsx'

export type Notice = { readonly kind: NoticeKind; readonly text: string }

/** What a failed call says; the statuses with a fixed text are the specification's. */
export function noticeOf(error: unknown): Notice {
  const status = error instanceof CallError ? error.status : 0
  switch (status) {
    case 429:
      return { kind: 'error', text: i18n.t('notice.tooMany') }
    case 500:
      return { kind: 'error', text: i18n.t('notice.serverError') }
    case 405:
      return { kind: 'info', text: i18n.t('notice.demoSite') }
    default:
      return { kind: 'error', text: i18n.t('notice.error', { message: wordsOf(error) }) }
  }
}

/** The same words where it happened: nobody reads two stories of one failure. */
export const messageOf = (error: unknown): string => noticeOf(error).text

/** What a form says of a failure that its fields do not. A message that is no error is a notice here as well. */
export function summaryOf(error: unknown): string {
  const { kind, text } = noticeOf(error)
  if (kind === 'error') return text
  notify(kind, text)
  return ''
}

function wordsOf(error: unknown): string {
  if (error instanceof CallError) {
    switch (error.code as NoRefusal) {
      case 'network':
        return i18n.t('notice.unreachable')
      case 'timeout':
        return i18n.t('notice.late')
      case 'unsettled':
        return i18n.t('notice.unsettled')
      case 'foreign':
        return error.message === '' ? statusText(error.status) : error.message
      case 'shape':
        return i18n.t('notice.shape')
    }
  }
  const text = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return text === '' ? i18n.t('notice.unknown') : text
}

const words = {
  400: 'http.badRequest',
  403: 'http.forbidden',
  404: 'http.notFound',
  408: 'http.timeout',
  413: 'http.tooLarge',
  502: 'http.badGateway',
  503: 'http.unavailable',
  504: 'http.gatewayTimeout',
} as const

/** What stands for an answer that is not ours: the page of a proxy, say. */
function statusText(status: number): string {
  const known: Readonly<Record<number, (typeof words)[keyof typeof words]>> = words
  const text = i18n.t(known[status] ?? 'notice.serverTrouble')
  return i18n.t('notice.withStatus', { words: text, status })
}

/**
 * Signed out in the middle of work has its own dialog, and no server its own banner: no notice. A change whose
 * answer did not come is told all the same: whoever repeats it unseen may do it twice.
 */
export function notifyFailure(error: unknown): void {
  if (error instanceof CallError && error.status === 401) return
  if (error instanceof CallError && error.status === 0 && error.code !== 'unsettled') return
  const notice = noticeOf(error)
  notify(notice.kind, notice.text)
}

export const fieldsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof CallError ? error.fields : {}

export const codeOf = (error: unknown): string => (error instanceof CallError ? error.code : '')

/** The wallet does not hold what was asked for. */
export const isTooPoor = (error: unknown): boolean =>
  error instanceof CallError && error.status === 402

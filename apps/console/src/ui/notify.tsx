import { IconX } from '@tabler/icons-react'
import IconButton from '@mui/material/IconButton'
import type { ProviderContext, SnackbarKey } from 'notistack'
import type { ReactNode } from 'react'
import { i18n } from '../i18n/index.ts'
import { randomId } from '../lib/random-id.ts'

/** How long each kind of notice stays, in milliseconds; null stays until it is closed. */
export const noticeDurations = {
  error: 5000,
  warning: 10_000,
  success: 1500,
  info: 3000,
  notice: 20_000,
  copy: null,
} as const

export type NoticeKind = keyof typeof noticeDurations

export const noticesAtOnce = 3
export const noticeDurationOtherwise = 5000

const variantOf = {
  error: 'error',
  warning: 'warning',
  success: 'success',
  info: 'info',
  notice: 'default',
  copy: 'default',
} as const satisfies Record<NoticeKind, string>

/** Resolved by the host, whose code comes after the first paint; notices wait for it. */
const host = Promise.withResolvers<ProviderContext>()

let wanted = false
let onWanted: () => void = () => undefined

/** For the frame alone: calls when the first notice comes, and at once if it has come already. */
export function whenNoticesWanted(call: () => void): void {
  onWanted = call
  if (wanted) call()
}

/** For the host alone: from here on notices are shown. */
export const noticesTo = (context: ProviderContext): void => host.resolve(context)

type Action = { readonly label: string; readonly run: () => void }

const closeButton = (key: SnackbarKey, close: ProviderContext['closeSnackbar']): ReactNode => (
  <IconButton
    size="small"
    sx={{ color: 'inherit' }}
    aria-label={i18n.t('action.close')}
    onClick={() => close(key)}
  >
    <IconX size={16} />
  </IconButton>
)

const actionButton = (action: Action, close: () => void): ReactNode => (
  <button
    type="button"
    className="notice-action"
    onClick={() => {
      action.run()
      close()
    }}
  >
    {action.label}
  </button>
)

/**
 * Shows a notice. The specification's durations, limit and places are in one table and its host.
 * `onGone` is called when it leaves, whether it was closed, used or had its time.
 */
export function notify(kind: NoticeKind, text: string, action?: Action, onGone?: () => void): void {
  wanted = true
  onWanted()
  void host.promise.then(({ enqueueSnackbar, closeSnackbar }) =>
    enqueueSnackbar(text, {
      variant: variantOf[kind],
      // The same words with another way back are another notice.
      ...(action === undefined ? {} : { key: randomId() }),
      autoHideDuration: noticeDurations[kind],
      persist: noticeDurations[kind] === null,
      onClose: () => onGone?.(),
      style: { maxWidth: 480, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
      action: (key) => (
        <>
          {action !== undefined && actionButton(action, () => closeSnackbar(key))}
          {closeButton(key, closeSnackbar)}
        </>
      ),
    }),
  )
}

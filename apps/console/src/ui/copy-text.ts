import { i18n } from '../i18n/index.ts'
import { notify } from './notify.tsx'

/** Copies a text and says whether it worked; a failure leaves the text where it can be copied by hand. */
export async function copyText(text: string, label: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', i18n.t('notice.copied', { label }))
    return true
  } catch {
    notify('copy', i18n.t('notice.copyFailed', { label, text }))
    return false
  }
}

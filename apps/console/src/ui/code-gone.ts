import { i18n } from '../i18n/index.ts'
import { notify } from './notify.tsx'

/** Code or texts did not arrive. A browser does not ask for a file again that it failed to get: only a reload does. */
export const tellCodeGone = (): void =>
  notify('error', i18n.t('failure.codeGone'), {
    label: i18n.t('failure.reload'),
    run: () => location.reload(),
  })

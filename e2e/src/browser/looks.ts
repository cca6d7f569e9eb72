import { isLongRun } from '@posthouse/testkit/long-run'

type Look = {
  readonly theme: 'light' | 'dark'
  readonly language: 'zh_CN' | 'en_US'
  readonly tag: string[]
}

const onDesktop = ['@desktop-only']
const onPhone = ['@phone-only']

/*
 * In which theme and language everything is looked at. Each theme and each language is seen once, at one of the two
 * widths; in a long run the desktop sees all four pairs, and the phone those that it has not seen.
 */
export const looks: readonly Look[] = isLongRun
  ? [
      { theme: 'light', language: 'zh_CN', tag: [] },
      { theme: 'dark', language: 'en_US', tag: [] },
      { theme: 'light', language: 'en_US', tag: onDesktop },
      { theme: 'dark', language: 'zh_CN', tag: onDesktop },
    ]
  : [
      { theme: 'light', language: 'en_US', tag: onDesktop },
      { theme: 'dark', language: 'zh_CN', tag: onPhone },
    ]

import { isLongRun } from '@posthouse/testkit/long-run'

type Look = {
  readonly theme: 'light' | 'dark'
  readonly language: 'zh_CN' | 'en_US'
  readonly tag: string[]
}

/*
 * In which theme and language everything is looked at: a short run looks once, a long run at all four pairs on the
 * desktop and at two of them on the phone.
 */
export const looks: readonly Look[] = isLongRun
  ? [
      { theme: 'light', language: 'zh_CN', tag: [] },
      { theme: 'dark', language: 'en_US', tag: [] },
      { theme: 'light', language: 'en_US', tag: ['@desktop-only'] },
      { theme: 'dark', language: 'zh_CN', tag: ['@desktop-only'] },
    ]
  : [{ theme: 'light', language: 'en_US', tag: [] }]

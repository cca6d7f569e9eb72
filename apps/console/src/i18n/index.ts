import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '@posthouse/contract/errors'
import { readText, storageKeys, writeText } from '../lib/storage.ts'
import type { zhCn } from './zh-cn.ts'

/** Languages as they are stored; zh_CN is the default and the fallback. */
export const languages = ['zh_CN', 'en_US'] as const
export type LanguageName = (typeof languages)[number]

/** Each language in its own words. */
export const languageNames: Record<LanguageName, string> = { zh_CN: '简体中文', en_US: 'English' }

const documentLanguages: Record<LanguageName, string> = { zh_CN: 'zh-CN', en_US: 'en' }

const stored = (): LanguageName =>
  languages.find((name) => name === readText(storageKeys.language)) ?? 'zh_CN'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof zhCn }
    returnNull: false
  }
}

export const i18n: I18n = i18next.createInstance()

/** The texts of a language. Both catalogues have every key, so one at a time is enough. */
async function load(name: LanguageName): Promise<void> {
  if (i18n.hasResourceBundle(name, 'translation')) return
  if (name === 'zh_CN') {
    i18n.addResourceBundle(name, 'translation', (await import('./zh-cn.ts')).zhCn)
    return
  }
  const { enUs, enUsOne } = await import('./en-us.ts')
  i18n.addResourceBundle(name, 'translation', enUs)
  i18n.addResources(name, 'translation', enUsOne)
}

/** Makes the catalogue ready in the stored language, before anything is drawn. */
export async function startLanguage(): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: stored(),
    fallbackLng: 'zh_CN',
    supportedLngs: [...languages],
    load: 'currentOnly',
    // React escapes; a second time would show entities.
    interpolation: { escapeValue: false },
    resources: {},
  })
  await load(currentLanguage())
}

export const currentLanguage = (): LanguageName =>
  languages.find((name) => name === i18n.language) ?? 'zh_CN'

/** The language as the server's refusals and field messages name it. */
export const contractLanguage = (): Language => (currentLanguage() === 'zh_CN' ? 'zh' : 'en')

/** BCP 47, for `Intl` and `html lang`. */
export const documentLanguage = (): string => documentLanguages[currentLanguage()]

export async function setLanguage(name: LanguageName): Promise<void> {
  writeText(storageKeys.language, name)
  await load(name)
  await i18n.changeLanguage(name)
  document.documentElement.lang = documentLanguages[name]
}

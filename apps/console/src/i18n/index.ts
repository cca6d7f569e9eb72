import i18next, { type i18n as I18n, type ParseKeys, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { closeUp } from '@posthouse/contract/close-up'
import type { Language } from '@posthouse/contract/errors'
import { readText, storageKeys, writeText } from '../lib/storage.ts'
import type { Area, zhCn } from './zh-cn.ts'

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

/** A key of the catalogue. */
export type TextKey = ParseKeys

export const i18n: I18n = i18next.createInstance()

/** What is filled into a Chinese text may be Chinese or not. */
const spacing: PostProcessorModule = {
  type: 'postProcessor',
  name: 'spacing',
  process: (text, _key, values) =>
    Object.values<unknown>(values)
      .filter((value) => typeof value === 'string')
      .reduce(closeUp, text),
}

// At once: the router loads its first page before anything is drawn, in the language that is stored.
const ready = i18n
  .use(initReactI18next)
  .use(spacing)
  .init({
    lng: stored(),
    fallbackLng: 'zh_CN',
    supportedLngs: [...languages],
    load: 'currentOnly',
    // React escapes; a second time would show entities.
    interpolation: { escapeValue: false },
    postProcess: spacing.name,
    resources: {},
  })

type TextFile = {
  readonly texts: Readonly<Record<string, unknown>>
  /** By whole key: what stands for `texts` where the number is one. */
  readonly one?: Readonly<Record<string, string>>
}

const files = import.meta.glob<TextFile>(['./zh/**/*.ts', './en/**/*.ts'])
/** A folder has areas that belong together; an area's name is there once all the same. */
const fileOf = (folder: string, area: Area) =>
  Object.entries(files).find(
    ([path]) => path.startsWith(`./${folder}/`) && path.endsWith(`/${area}.ts`),
  )?.[1]
const folders: Record<LanguageName, string> = { zh_CN: 'zh', en_US: 'en' }
const loaded = new Set<string>()

async function load(name: LanguageName, area: Area): Promise<void> {
  const path = `./${folders[name]}/${area}.ts`
  if (loaded.has(path)) return
  const file = fileOf(folders[name], area)
  if (file === undefined) throw new Error(`no texts at ${path}`)
  const { texts, one = {} } = await file()
  i18n.addResourceBundle(name, 'translation', texts, true)
  // As i18next looks for them.
  const ones = Object.entries(one).map(([key, text]) => [`${key}_one`, text])
  i18n.addResources(name, 'translation', Object.fromEntries(ones))
  loaded.add(path)
}

/** Areas that a page has asked for: another language must have them all. */
const asked = new Set<Area>()
/** The language that is on its way; the present one when none is. */
let coming = stored()

/** Brings the texts that a page is about to show, in the language of now and the one that is on its way. */
export async function loadTexts(areas: readonly Area[]): Promise<void> {
  for (const area of areas) asked.add(area)
  const names = [...new Set([currentLanguage(), coming])]
  await Promise.all(names.flatMap((name) => areas.map((area) => load(name, area))))
}

/**
 * Loads code together with the texts that it shows: nothing of it is drawn before both are there. That no area is
 * forgotten, and none is needless, `areas.test.ts` reads from the code.
 */
export const withTexts =
  <Code>(areas: readonly Area[], code: () => Promise<Code>) =>
  async (): Promise<Code> =>
    (await Promise.all([code(), loadTexts(areas)]))[0]

/** Makes ready what every page may show. */
export async function startLanguage(): Promise<void> {
  await ready
  await loadTexts(['shell'])
}

export const currentLanguage = (): LanguageName =>
  languages.find((name) => name === i18n.language) ?? 'zh_CN'

/** The language as the server's refusals and field messages name it. */
export const contractLanguage = (): Language => (currentLanguage() === 'zh_CN' ? 'zh' : 'en')

/** BCP 47, for `Intl` and `html lang`. */
export const documentLanguage = (): string => documentLanguages[currentLanguage()]

/** Rejects when texts did not arrive: then the language stays. The choice holds for a reload meanwhile. */
export async function setLanguage(name: LanguageName): Promise<void> {
  writeText(storageKeys.language, name)
  coming = name
  try {
    await Promise.all([...asked].map((area) => load(name, area)))
  } catch (error) {
    if (coming === name) {
      coming = currentLanguage()
      writeText(storageKeys.language, coming)
    }
    throw error
  }
  // Somebody may have chosen again meanwhile.
  if (coming !== name) return
  await i18n.changeLanguage(name)
  document.documentElement.lang = documentLanguages[name]
}

import { enUs } from '@posthouse/console/en-us'
import { closeUp } from '@posthouse/contract/close-up'
import { zhCn } from '@posthouse/console/zh-cn'

const catalogues = { zh_CN: zhCn, en_US: enUs } as const

export type Language = keyof typeof catalogues
export type Words = (key: string, parameters?: Readonly<Record<string, string | number>>) => string

/** The console's own texts, so that a test can press the same button in both languages. */
export const wordsIn =
  (language: Language): Words =>
  (key, parameters = {}) => {
    let found: unknown = catalogues[language]
    for (const part of key.split('.')) found = (found as Record<string, unknown>)[part]
    if (typeof found !== 'string') throw new Error(`the catalogue has no ${key}`)
    const text = found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(parameters[name]))
    return Object.values(parameters).map(String).reduce(closeUp, text)
  }

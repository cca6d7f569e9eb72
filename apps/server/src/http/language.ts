import type { Language } from '@posthouse/contract/errors'

/** What a caller reads by its `Accept-Language`: Chinese unless it prefers English, as the console does. */
export function languageOf(header: string | undefined): Language {
  const first = (header ?? '').split(',')[0] ?? ''
  return first.trim().toLowerCase().startsWith('en') ? 'en' : 'zh'
}

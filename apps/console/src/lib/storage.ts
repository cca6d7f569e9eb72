/** Keys that other consoles of this family also use; their names and values are part of the product. */
export const storageKeys = {
  user: 'user',
  theme: 'theme',
  language: 'appLanguage',
  siteInfo: 'siteInfo',
  quotaPerUnit: 'quota_per_unit',
  displayInCurrency: 'display_in_currency',
  notice: 'notice',
  homePage: 'home_page_content',
  about: 'about',
  recent: 'recent_choices',
  setUpHidden: 'set_up_hidden',
  invitation: 'invitation',
  promptPresets: 'prompt_presets',
} as const

/** Local storage that may be closed or full: reading then finds nothing, writing is skipped. */
export const readText = (key: string): string | null => read(() => localStorage, key)

export const writeText = (key: string, value: string | null): void =>
  write(() => localStorage, key, value)

/** The same for what ends with this tab. */
export const readOfTab = (key: string): string | null => read(() => sessionStorage, key)

export const writeOfTab = (key: string, value: string | null): void =>
  write(() => sessionStorage, key, value)

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // What is not remembered is asked again; nothing else depends on it.
  }
}

/** Parsed JSON of a key, or undefined when there is none or it is broken. */
export function readJson(key: string): unknown {
  const text = readText(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

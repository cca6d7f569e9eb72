import { type SettingKey, type Settings, type SettingSpec, settingTable } from './setting-table.ts'

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingTable, key)

export const specOf = (key: SettingKey): SettingSpec => settingTable[key]

/** Reads stored texts over the defaults. A stored text that is not valid counts as not stored. */
export function readSettings(stored: ReadonlyMap<string, string>): Settings {
  const entries = Object.entries(settingTable).map(([key, spec]: [string, SettingSpec]) => {
    const text = stored.get(key)
    const usable = text !== undefined && problemWith(spec, text) === null ? text : spec.default
    return [key, valueOf(spec, usable)]
  })
  return Object.freeze(Object.fromEntries(entries)) as Settings
}

/** Why a text cannot be the value of a setting, in words for the refusal; null when it can. */
export function problemWith(spec: SettingSpec, text: string): string | null {
  switch (spec.kind) {
    case 'flag':
      return text === 'true' || text === 'false' ? null : 'true / false'
    case 'whole':
      return problemWithWhole(spec, text)
    case 'choice':
      return spec.choices?.includes(text) === true ? null : (spec.choices ?? []).join(' / ')
    case 'json':
      return problemWithJson(spec, text)
    case 'text':
      return problemWithShape(spec, text)
  }
}

function problemWithWhole(spec: SettingSpec, text: string): string | null {
  const least = spec.min ?? 0
  const most = spec.max ?? Number.MAX_SAFE_INTEGER
  const number = Number(text)
  return /^\d+$/.test(text) && number >= least && number <= most ? null : `${least} … ${most}`
}

/** The place of the first fault is told: a list of settings may be long. */
function problemWithJson(spec: SettingSpec, text: string): string | null {
  const value = parsed(text)
  return value === undefined ? 'JSON' : problemWithShape(spec, value)
}

function problemWithShape({ shape }: SettingSpec, value: unknown): string | null {
  const [fault] = shape?.safeParse(value).error?.issues ?? []
  if (fault === undefined) return null
  return fault.path.length === 0 ? fault.message : `${fault.path.join('.')}: ${fault.message}`
}

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function valueOf(spec: SettingSpec, text: string): boolean | number | string {
  if (spec.kind === 'flag') return text === 'true'
  return spec.kind === 'whole' ? Number(text) : text
}

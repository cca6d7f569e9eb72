import { check, faultText, fieldFaults, fieldMessages } from '@posthouse/contract/field-messages'
import { knownPhrase, phrase, type Phrase } from '@posthouse/contract/phrases'
import type { SettingKey } from '@posthouse/contract/setting'
import { type Settings, type SettingSpec, settingTable } from './setting-table.ts'

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingTable, key)

export const specOf = (key: SettingKey): SettingSpec => settingTable[key]

/** Merges stored texts with the defaults. Invalid stored texts are ignored. */
export function readSettings(stored: ReadonlyMap<string, string>): Settings {
  const entries = Object.entries(settingTable).map(([key, spec]: [string, SettingSpec]) => {
    const text = stored.get(key)
    const usable = text !== undefined && problemWith(spec, text) === null ? text : spec.default
    return [key, valueOf(spec, usable)]
  })
  return Object.freeze(Object.fromEntries(entries)) as Settings
}

/** Why a text is no valid value, and where. */
export type SettingFault = {
  /** `value`, or a path into a list such as `value.0.url`. */
  readonly path: string
  readonly reason: Phrase
}

/** Null if valid. */
export function problemWith(spec: SettingSpec, text: string): SettingFault | null {
  switch (spec.kind) {
    case 'flag':
      return text === 'true' || text === 'false' ? null : ofAll(phrase('true or false is expected'))
    case 'whole':
      return problemWithWhole(spec, text)
    case 'choice':
      return problemWithChoice(spec, text)
    case 'json':
      return problemWithJson(spec, text)
    case 'text':
      return problemWithShape(spec, text)
  }
}

const ofAll = (reason: Phrase): SettingFault => ({ path: 'value', reason })

function problemWithWhole(spec: SettingSpec, text: string): SettingFault | null {
  const from = spec.min ?? 0
  const to = spec.max ?? Number.MAX_SAFE_INTEGER
  const number = Number(text)
  return /^\d+$/.test(text) && number >= from && number <= to
    ? null
    : ofAll(phrase('a whole number from {from} to {to} is expected', { from, to }))
}

function problemWithChoice({ choices = [] }: SettingSpec, text: string): SettingFault | null {
  return choices.includes(text)
    ? null
    : ofAll(phrase('one of {choices} is expected', { choices: choices.join(' / ') }))
}

function problemWithJson(spec: SettingSpec, text: string): SettingFault | null {
  const value = parsed(text)
  return value === undefined ? ofAll(fieldMessages['field.json']) : problemWithShape(spec, value)
}

/** Reports the first fault, because a list may be long. */
function problemWithShape({ shape }: SettingSpec, value: unknown): SettingFault | null {
  const error = shape === undefined ? undefined : check(shape, value).error
  const [issue] = error?.issues ?? []
  if (error === undefined || issue === undefined) return null
  const [place = '', fault = 'field.invalid'] = Object.entries(fieldFaults(error))[0] ?? []
  const path = place === '' ? 'value' : `value.${place}`
  const words = { zh: faultText(fault, 'zh'), en: faultText(fault, 'en') }
  return { path, reason: knownPhrase(issue.message) ?? words }
}

/** Undefined for invalid JSON. */
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

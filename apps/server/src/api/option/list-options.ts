import { type SettingSpec, settingTable } from '../../domain/settings/setting-table.ts'
import type { Handler } from '../call.ts'

export const listOptions: Handler<'listOptions'> = async (_input, { parts }) => {
  const stored = await parts.options.all()
  return Object.entries(settingTable).map(([key, spec]: [string, SettingSpec]) => ({
    key,
    value: spec.secret === true ? '' : (stored.get(key) ?? spec.default),
    default: spec.default,
    secret: spec.secret === true,
  }))
}

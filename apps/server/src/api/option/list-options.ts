import { isRoot } from '../../domain/accounts/account.ts'
import { type SettingSpec, settingTable } from '../../domain/settings/setting-table.ts'
import type { Handler } from '../call.ts'
import { secondsOut } from '../present.ts'

export const listOptions: Handler<'listOptions'> = async (_input, { caller, parts }) => {
  const stored = await parts.options.all()
  const times = await parts.options.times()
  return Object.entries(settingTable).map(([key, spec]: [string, SettingSpec]) => {
    const text = stored.get(key)
    return {
      key,
      value: spec.secret === true ? '' : (text ?? spec.default),
      default: spec.default,
      secret: spec.secret === true,
      stored: text !== undefined && text !== '',
      kind: spec.kind,
      section: spec.section,
      editor: spec.editor ?? 'line',
      unit: spec.unit ?? null,
      min: spec.min ?? null,
      max: spec.max ?? null,
      choices: [...(spec.choices ?? [])],
      may_change: isRoot(caller) || spec.admin === true,
      updated_time: secondsOut(times.get(key) ?? null, 0),
    }
  })
}

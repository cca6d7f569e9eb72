import { account } from './en/account.ts'
import { channel } from './en/channel.ts'
import { chart } from './en/chart.ts'
import { dashboard } from './en/dashboard.ts'
import { form } from './en/form.ts'
import { log } from './en/log.ts'
import { one } from './en/one.ts'
import { palette } from './en/palette.ts'
import { parts } from './en/parts.ts'
import { site } from './en/site.ts'
import { playground } from './en/playground.ts'
import { shell } from './en/shell.ts'
import { table } from './en/table.ts'
import { token } from './en/token.ts'
import type { zhCn } from './zh-cn.ts'

/** Every text of the console in English. */
export const enUs = {
  ...shell,
  ...account,
  ...parts,
  ...palette,
  ...form,
  ...table,
  ...token,
  ...log,
  ...site,
  ...dashboard,
  ...channel,
  ...chart,
  ...playground,
} satisfies typeof zhCn

/** As i18next looks for them. */
export const enUsOne = Object.fromEntries(
  Object.entries(one).map(([key, text]) => [`${key}_one`, text]),
)

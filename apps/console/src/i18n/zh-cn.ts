import { account } from './zh/account.ts'
import { channel } from './zh/channel.ts'
import { chart } from './zh/chart.ts'
import { dashboard } from './zh/dashboard.ts'
import { form } from './zh/form.ts'
import { log } from './zh/log.ts'
import { palette } from './zh/palette.ts'
import { parts } from './zh/parts.ts'
import { site } from './zh/site.ts'
import { playground } from './zh/playground.ts'
import { shell } from './zh/shell.ts'
import { table } from './zh/table.ts'
import { token } from './zh/token.ts'

/** Every text of the console in Chinese. Its keys are the catalogue; English must have the same. */
export const zhCn = {
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
}

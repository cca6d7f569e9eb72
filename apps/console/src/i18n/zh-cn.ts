import { texts as account } from './zh/account.ts'
import { texts as analytics } from './zh/usage/analytics.ts'
import { texts as binding } from './zh/binding.ts'
import { texts as channel } from './zh/channels/channel.ts'
import { texts as batch } from './zh/channels/batch.ts'
import { texts as keys } from './zh/channels/keys.ts'
import { texts as supplier } from './zh/channels/supplier.ts'
import { texts as tags } from './zh/channels/tags.ts'
import { texts as charge } from './zh/charge.ts'
import { texts as chart } from './zh/usage/chart.ts'
import { texts as cleanup } from './zh/usage/cleanup.ts'
import { texts as dashboard } from './zh/dashboard.ts'
import { texts as fault } from './zh/usage/fault.ts'
import { texts as form } from './zh/form.ts'
import { texts as log } from './zh/log.ts'
import { texts as menu } from './zh/menu.ts'
import { texts as models } from './zh/models.ts'
import { texts as playcards } from './zh/studio/playcards.ts'
import { texts as palette } from './zh/palette.ts'
import { texts as payment } from './zh/payment.ts'
import { texts as picture } from './zh/picture.ts'
import { texts as playground } from './zh/playground.ts'
import { texts as policy } from './zh/policy.ts'
import { texts as pricing } from './zh/pricing.ts'
import { texts as profile } from './zh/profile.ts'
import { texts as redemption } from './zh/redemption.ts'
import { texts as rider } from './zh/rider.ts'
import { texts as security } from './zh/security.ts'
import { texts as setting } from './zh/setting.ts'
import { texts as shell } from './zh/shell.ts'
import { texts as site } from './zh/site.ts'
import { texts as statement } from './zh/statement.ts'
import { texts as status } from './zh/status.ts'
import { texts as studio } from './zh/studio/studio.ts'
import { texts as table } from './zh/table.ts'
import { texts as task } from './zh/task.ts'
import { texts as telegram } from './zh/telegram.ts'
import { texts as testing } from './zh/usage/testing.ts'
import { texts as token } from './zh/token.ts'
import { texts as topup } from './zh/topup.ts'
import { texts as user } from './zh/user.ts'

/** The texts in Chinese by the area they are loaded with. Its keys are the catalogue; English must have the same. */
export const areas = {
  account,
  analytics,
  binding,
  channel,
  batch,
  keys,
  supplier,
  tags,
  charge,
  chart,
  cleanup,
  dashboard,
  fault,
  form,
  log,
  menu,
  models,
  playcards,
  palette,
  payment,
  picture,
  playground,
  policy,
  pricing,
  profile,
  redemption,
  rider,
  security,
  setting,
  shell,
  site,
  statement,
  status,
  studio,
  table,
  task,
  telegram,
  testing,
  token,
  topup,
  user,
}

/** What a page and its frame ask for. An area is a file of each language. */
export type Area = keyof typeof areas

/** Every text of the console in Chinese, for tests and for the types of keys: no page loads them all. */
export const zhCn = {
  ...account,
  ...analytics,
  ...binding,
  ...channel,
  ...batch,
  ...keys,
  ...supplier,
  ...tags,
  ...charge,
  ...chart,
  ...cleanup,
  ...dashboard,
  ...fault,
  ...form,
  ...log,
  ...menu,
  ...models,
  ...playcards,
  ...palette,
  ...payment,
  ...picture,
  ...playground,
  ...policy,
  ...pricing,
  ...profile,
  ...redemption,
  ...rider,
  ...security,
  ...setting,
  ...shell,
  ...site,
  ...statement,
  ...status,
  ...studio,
  ...table,
  ...task,
  ...telegram,
  ...testing,
  ...token,
  ...topup,
  ...user,
}

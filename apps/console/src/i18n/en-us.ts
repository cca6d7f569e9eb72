import { texts as account } from './en/account.ts'
import { texts as analytics } from './en/usage/analytics.ts'
import { texts as binding } from './en/binding.ts'
import { one as channelOne, texts as channel } from './en/channels/channel.ts'
import { one as batchOne, texts as batch } from './en/channels/batch.ts'
import { one as keysOne, texts as keys } from './en/channels/keys.ts'
import { one as supplierOne, texts as supplier } from './en/channels/supplier.ts'
import { one as tagsOne, texts as tags } from './en/channels/tags.ts'
import { one as chargeOne, texts as charge } from './en/charge.ts'
import { texts as chart } from './en/usage/chart.ts'
import { one as cleanupOne, texts as cleanup } from './en/usage/cleanup.ts'
import { one as dashboardOne, texts as dashboard } from './en/dashboard.ts'
import { texts as fault } from './en/usage/fault.ts'
import { one as formOne, texts as form } from './en/form.ts'
import { texts as log } from './en/log.ts'
import { texts as menu } from './en/menu.ts'
import { texts as models } from './en/models.ts'
import { texts as playcards } from './en/studio/playcards.ts'
import { one as paletteOne, texts as palette } from './en/palette.ts'
import { texts as payment } from './en/payment.ts'
import { texts as picture } from './en/picture.ts'
import { texts as playground } from './en/playground.ts'
import { texts as policy } from './en/policy.ts'
import { one as pricingOne, texts as pricing } from './en/pricing.ts'
import { texts as profile } from './en/profile.ts'
import { one as redemptionOne, texts as redemption } from './en/redemption.ts'
import { one as riderOne, texts as rider } from './en/rider.ts'
import { texts as security } from './en/security.ts'
import { one as settingOne, texts as setting } from './en/setting.ts'
import { texts as shell } from './en/shell.ts'
import { one as siteOne, texts as site } from './en/site.ts'
import { texts as statement } from './en/statement.ts'
import { texts as status } from './en/status.ts'
import { texts as studio } from './en/studio/studio.ts'
import { one as tableOne, texts as table } from './en/table.ts'
import { texts as task } from './en/task.ts'
import { texts as telegram } from './en/telegram.ts'
import { one as testingOne, texts as testing } from './en/usage/testing.ts'
import { one as tokenOne, texts as token } from './en/token.ts'
import { texts as topup } from './en/topup.ts'
import { one as userOne, texts as user } from './en/user.ts'
import type { zhCn } from './zh-cn.ts'

/** Every text of the console in English, for tests: no page loads them all. */
export const enUs = {
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
} satisfies typeof zhCn

/** Texts with a number, for the number one. */
export const enUsOne: Readonly<Record<string, string>> = {
  ...channelOne,
  ...batchOne,
  ...keysOne,
  ...supplierOne,
  ...tagsOne,
  ...chargeOne,
  ...cleanupOne,
  ...dashboardOne,
  ...settingOne,
  ...formOne,
  ...paletteOne,
  ...pricingOne,
  ...redemptionOne,
  ...riderOne,
  ...siteOne,
  ...tableOne,
  ...testingOne,
  ...tokenOne,
  ...userOne,
}

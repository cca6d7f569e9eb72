import type { Handlers } from './call.ts'
import {
  changeChannels,
  deleteChannel,
  deleteChannels,
  exportChannels,
  getChannel,
  listChannels,
} from './channel/channel-calls.ts'
import { createChannel } from './channel/create-channel.ts'
import { explainRouting } from './channel/explain-routing.ts'
import { channelManyHandlers } from './channel/many/channel-many-handlers.ts'
import { probeChannel } from './channel/probe-channel.ts'
import { seeChannel } from './channel/see-channel.ts'
import { supplierHandlers } from './channel/supplier/supplier-handlers.ts'
import { testChannel } from './channel/test-channel.ts'
import { updateChannel } from './channel/update-channel.ts'
import { groupHandlers } from './group/group-calls.ts'
import { analyticsHandlers } from './log/analytics/analytics-handlers.ts'
import { cleanUpHandlers } from './log/clean-log.ts'
import { explainCharge } from './log/explain-charge.ts'
import { exportLogs } from './log/export-logs.ts'
import { exportOwnLogs } from './log/export-own-logs.ts'
import { getLog } from './log/get-log.ts'
import { listLogs } from './log/list-logs.ts'
import { listOwnLogs } from './log/list-own-logs.ts'
import { logSeries } from './log/log-series.ts'
import { ownLogSeries } from './log/own-log-series.ts'
import { refundCharge } from './log/refund-charge.ts'
import { sumLogs } from './log/sum-logs.ts'
import { sumOwnLogs } from './log/sum-own-logs.ts'
import { createRedemptions } from './money/create-redemptions.ts'
import { paymentHandlers } from './money/payments/payment-handlers.ts'
import { redeemCode } from './money/redeem-code.ts'
import {
  changeRedemptions,
  deleteRedemption,
  deleteRedemptions,
  exportRedemptions,
  getRedemption,
  listRedemptions,
} from './money/redemption-calls.ts'
import { revealRedemption, revealRedemptionBatch } from './money/reveal-redemption.ts'
import { updateRedemption } from './money/update-redemption.ts'
import { optionHandlers } from './option/option-calls.ts'
import { telegramHandlers } from './option/telegram-calls.ts'
import { priceHandlers } from './price/price-handlers.ts'
import { searchHandlers } from './search/search-calls.ts'
import { catalogueHandlers } from './site/catalogue-calls.ts'
import { siteHandlers } from './site/site-calls.ts'
import { taskHandlers } from './task/task-handlers.ts'
import { workHandlers } from './task/work-handlers.ts'
import { tokenHandlers } from './token/token-calls.ts'
import {
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
} from './user/access-token-calls.ts'
import { adjustQuota } from './user/adjust-quota.ts'
import { bindEmail } from './user/bind-email.ts'
import {
  listBindings,
  listUserBindings,
  unbind,
  unbindUser,
} from './user/bindings/binding-calls.ts'
import { confirmPassword } from './user/confirm-password.ts'
import { getDashboard } from './user/get-dashboard.ts'
import { getInvitationCode, getOwnInvitations } from './user/get-own-invitations.ts'
import { getSelf } from './user/get-self.ts'
import { listOwnModels } from './user/list-own-models.ts'
import { login } from './user/login.ts'
import { logout } from './user/logout.ts'
import { mailHandlers } from './user/mailed.ts'
import { createUser } from './user/managed/create-user.ts'
import { deleteUser } from './user/managed/delete-user.ts'
import { manageUser } from './user/managed/manage-user.ts'
import {
  endUserSessions,
  listUserSessions,
  listUserTokens,
  listUserTransfers,
} from './user/managed/of-user.ts'
import { sumUsers } from './user/managed/sum-users.ts'
import { updateUser } from './user/managed/update-user.ts'
import { changeUsers, exportUsers, getUser, listUsers } from './user/managed/user-calls.ts'
import { getNotifications, setNotifications } from './user/notifications/notification-calls.ts'
import {
  bindWeChat,
  oauthGitHub,
  oauthLark,
  oauthOidc,
  oauthWeChat,
  startOauth,
  startOidc,
} from './user/oauth/oauth-calls.ts'
import { register } from './user/register.ts'
import {
  beginPasskey,
  beginPasskeyLogin,
  deletePasskey,
  finishPasskey,
  finishPasskeyLogin,
  listPasskeys,
} from './user/security/passkey-calls.ts'
import { resetHandlers } from './user/security/reset-password.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  removeUserSecondFactor,
  renewRecoveryCodes,
} from './user/security/second-factor-calls.ts'
import { verifyLogin } from './user/security/second-step.ts'
import { deleteOtherSessions, deleteSession, listSessions } from './user/session-calls.ts'
import { undoChange } from './user/undo-change.ts'
import { updateSelf } from './user/update-self.ts'

/** Every call and the one function that answers it. A call without one does not compile. */
export const handlers = {
  ...tokenHandlers,
  ...optionHandlers,
  ...telegramHandlers,
  ...siteHandlers,
  ...catalogueHandlers,
  ...groupHandlers,
  ...searchHandlers,
  register,
  ...mailHandlers,
  ...resetHandlers,
  login,
  verifyLogin,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  removeUserSecondFactor,
  beginPasskey,
  finishPasskey,
  beginPasskeyLogin,
  finishPasskeyLogin,
  listPasskeys,
  deletePasskey,
  logout,
  listSessions,
  deleteOtherSessions,
  deleteSession,
  getSelf,
  updateSelf,
  bindEmail,
  getInvitationCode,
  getOwnInvitations,
  confirmPassword,
  getDashboard,
  listOwnModels,
  listAccessTokens,
  createAccessToken,
  deleteAccessToken,
  startOauth,
  startOidc,
  oauthGitHub,
  oauthLark,
  oauthOidc,
  oauthWeChat,
  bindWeChat,
  listBindings,
  unbind,
  getNotifications,
  setNotifications,
  listUserBindings,
  unbindUser,
  undoChange,
  listUsers,
  exportUsers,
  sumUsers,
  getUser,
  createUser,
  updateUser,
  changeUsers,
  manageUser,
  deleteUser,
  adjustQuota,
  listUserTokens,
  listUserTransfers,
  listUserSessions,
  endUserSessions,
  refundCharge,
  listChannels,
  exportChannels,
  getChannel,
  createChannel,
  updateChannel,
  deleteChannel,
  changeChannels,
  deleteChannels,
  seeChannel,
  testChannel,
  probeChannel,
  listRedemptions,
  exportRedemptions,
  getRedemption,
  createRedemptions,
  updateRedemption,
  deleteRedemption,
  changeRedemptions,
  deleteRedemptions,
  revealRedemption,
  revealRedemptionBatch,
  redeemCode,
  listLogs,
  listOwnLogs,
  sumLogs,
  sumOwnLogs,
  logSeries,
  ownLogSeries,
  exportLogs,
  exportOwnLogs,
  getLog,
  explainCharge,
  explainRouting,
  ...channelManyHandlers,
  ...cleanUpHandlers,
  ...supplierHandlers,
  ...priceHandlers,
  ...paymentHandlers,
  ...analyticsHandlers,
  ...taskHandlers,
  ...workHandlers,
} satisfies Handlers

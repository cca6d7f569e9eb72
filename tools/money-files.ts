/* Of apps/server/src, for the rule of the architecture and for the test that no entry is stale. */

/** Every file that may move money, one by one. Adding one is a reviewed decision. */
export const moneyFiles: readonly string[] = [
  'domain/accounts/adjust-quota.ts',
  'domain/redemptions/redeem-code.ts',
  'domain/payments/order-parts.ts',
  'domain/accounts/create-account.ts',
  'domain/accounts/grant-quota.ts',
  'db/connection.ts',
  'db/move-within.ts',
  'db/postgres.ts',
  'db/sqlite-messages.ts',
  'db/sqlite-threads.ts',
  'gateway/4-reserve.ts',
  'gateway/6-settle.ts',
  'charging/end-hold.ts',
  'charging/hold-running.ts',
  'charging/refund-charge.ts',
  'jobs/expire-holds.ts',
  'domain/tokens/set-remaining.ts',
  'tasks/submit-task.ts',
  'tasks/end-task.ts',
]

/** These hold the writer to hand it on, or recognise its error; they submit nothing. */
export const handsOn: readonly string[] = [
  'api/money/money-acts.ts',
  'tasks/task-parts.ts',
  'api/envelope.ts',
  'commands/first-start.ts',
]

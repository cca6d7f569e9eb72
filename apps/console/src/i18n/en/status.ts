import type { texts as Zh } from '../zh/status.ts'

/** Words of states. */
export const texts: typeof Zh = {
  status: {
    enabled: 'Enabled',
    disabled: 'Disabled',
    testDisabled: 'Test-disabled',
    cooling: 'Cooling down',
    expired: 'Expired',
    exhausted: 'Exhausted',
    attention: 'Needs attention',
    done: 'Done',
    open: 'To do',
    unredeemed: 'Unredeemed',
    redeemed: 'Redeemed',
    topUp: 'Top-up',
    consumption: 'Consumption',
    management: 'Management',
    system: 'System',
    error: 'Error',
    orderPending: 'Pending',
    orderPaid: 'Paid',
    orderFailed: 'Failed',
    orderClosed: 'Closed',
    orderRefunding: 'Refund asked for',
    orderRefunded: 'Refunded',
    refund: 'Refund',
  },
}

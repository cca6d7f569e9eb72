import type { parts as Zh } from '../zh/parts.ts'

/** Words of states, whatever is in them. */
export const parts: typeof Zh = {
  status: {
    enabled: 'Enabled',
    disabled: 'Disabled',
    testDisabled: 'Test-disabled',
    cooling: 'Cooling down',
    expired: 'Expired',
    exhausted: 'Exhausted',
    attention: 'Attention',
    done: 'Done',
    open: 'To do',
  },
}

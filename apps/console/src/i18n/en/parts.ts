import type { parts as Zh } from '../zh/parts.ts'

/** Tables and states, whatever they are about. */
export const parts: typeof Zh = {
  table: {
    all: 'All',
    filters: 'Filters',
    show: 'Show {{count}}',
    removeFilter: 'Remove filter {{name}}',
    reset: 'Reset filters',
    view: 'View',
    density: 'Density',
    densities: {
      compact: 'Compact',
      regular: 'Regular',
      spacious: 'Spacious',
    },
    columns: 'Columns',
    refresh: 'Refresh',
    noMatchTitle: 'No match',
    noMatch: 'Nothing fits the filters.',
    clearFilters: 'Clear filters',
    failedTitle: 'Loading failed',
    actions: 'Actions',
    actionsOf: 'Actions of {{name}}',
    previousRow: 'Previous row (k)',
    nextRow: 'Next row (j)',
    enterSaves: 'Enter saves, Esc cancels',
    atLeast: 'Must be at least {{min}}',
    status: 'Status',
  },
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

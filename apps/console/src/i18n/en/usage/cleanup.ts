import type { texts as Zh } from '../../zh/usage/cleanup.ts'

/** Clean-up of the log. */
export const texts: typeof Zh = {
  cleanup: {
    title: 'Clean up the log',
    until: 'Delete entries before',
    zone: 'Time zone: {{zone}}. An entry at exactly this moment stays.',
    goes: 'Deleted: entries of calls before this moment (charged, failed and refunded), with their receipts and attempts.',
    stays:
      'Kept: balances, totals and statements, entries about top-ups and quota changes, and the archive. Totals for parts of an hour, or by token name and similar filters, count the remaining entries only.',
    future: 'Choose a moment in the past',
    count: 'Count entries',
    nothing: 'There are no entries of calls before this moment.',
    question: 'Delete {{shown}} entries before {{moment}}?',
    extent: 'The first is from {{first}}, the last from {{last}} ({{zone}}).',
    final: 'This cannot be undone.',
    act: 'Delete {{shown}} entries',
    progress: '{{done}} of {{all}} deleted',
    stop: 'Stop',
    stopped: 'Stopped. {{shown}} entries were deleted.',
    done: '{{shown}} log entries deleted',
  },
}

export const one = {
  'cleanup.question': 'Delete {{shown}} entry before {{moment}}?',
  'cleanup.act': 'Delete {{shown}} entry',
  'cleanup.stopped': 'Stopped. {{shown}} entry was deleted.',
  'cleanup.done': '{{shown}} log entry deleted',
}

import type { texts as Zh } from '../zh/form.ts'

/** Forms, whatever they are about. */
export const texts: typeof Zh = {
  form: {
    leaveTitle: 'Discard changes?',
    leave: 'You have unsaved changes.',
    stay: 'Keep editing',
    discard: 'Discard changes',
    units: '{{units}} units',
    turnMoney: 'Switch between dollars and quota units',
    inDollars: 'dollars',
    leastAmount: 'Must be 0 or at least {{least}}',
    noDollars: 'Must be a number, such as 12.50',
    noUnits: 'Must be a whole number',
    inUnits: 'units',
    replaceSecret: 'Replace',
    removeRow: 'Remove row {{number}}',
    addRow: 'Add a row',
    asJson: 'Edit as JSON',
    asRows: 'Edit as rows',
    jsonFault: 'Invalid JSON at line {{line}}, column {{column}}',
    format: 'Format',
    jsonEmpty: 'Leave empty for none',
    noOptions: 'No options',
    cleanLog: 'Clean up log…',
    inZone: 'Time zone {{zone}}',
    showSecret: 'Show what is typed',
    hideSecret: 'Hide what is typed',
    keepSecret: 'Keep current value',
    sections: 'Form sections',
    sectionFaults: '{{title}}, {{count}} to fix',
    models: {
      choose: 'Choose models',
      title: 'Choose models',
      search: 'Search {{count}} models',
      all: 'Select all {{count}}',
      none: 'Clear selection',
      ofGroup: '{{group}}, {{picked}} of {{count}} selected',
      others: 'Others',
      paste: 'Paste a list',
      pasteLabel: 'Model names, one per line or separated by commas or spaces',
      add: 'Add {{count}}',
      difference: '{{added}} added, {{removed}} removed',
      use: 'Use {{count}} models',
      useNone: 'Remove all models',
      noMatch: 'No model matches "{{search}}"',
    },
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'form.units': '{{units}} unit',
  'form.models.search': 'Search {{count}} model',
  'form.models.use': 'Use {{count}} model',
}

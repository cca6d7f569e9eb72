import type { texts as Zh } from '../zh/form.ts'

/** Forms, whatever they are about. */
export const texts: typeof Zh = {
  form: {
    leaveTitle: 'Discard the changes?',
    leave: 'The form holds changes that are not saved.',
    stay: 'Keep editing',
    discard: 'Discard changes',
    units: '{{units}} units',
    turnMoney: 'Switch between dollars and quota units',
    inDollars: 'dollars',
    leastAmount: 'Must be 0, or at least {{least}}',
    noDollars: 'Must be an amount in digits, such as 12.50',
    noUnits: 'Must be a whole number in digits',
    inUnits: 'units',
    replaceSecret: 'Replace',
    removeRow: 'Remove row {{number}}',
    addRow: 'Add a row',
    asJson: 'Edit as JSON',
    asRows: 'Edit as rows',
    jsonFault: 'Not valid at line {{line}}, column {{column}}',
    format: 'Format',
    jsonEmpty: 'Empty means none',
    noOptions: 'Nothing to choose from',
    inZone: 'Time zone {{zone}}',
    showSecret: 'Show what is typed',
    hideSecret: 'Hide what is typed',
    keepSecret: 'Keep the stored one',
    sections: 'Parts of the form',
    sectionFaults: '{{title}}, {{count}} to correct',
    models: {
      choose: 'Choose models',
      title: 'Choose models',
      search: 'Search {{count}} models',
      all: 'Select the {{count}} shown',
      none: 'Clear the shown',
      ofGroup: '{{group}}, {{picked}} of {{count}} selected',
      others: 'Others',
      paste: 'Paste a list',
      pasteLabel: 'Model names, one a line, or with commas or spaces between',
      add: 'Add {{count}}',
      difference: '{{added}} added, {{removed}} removed',
      use: 'Use {{count}} models',
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

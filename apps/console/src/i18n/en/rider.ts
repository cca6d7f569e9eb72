import type { texts as Zh } from '../zh/rider.ts'

/** The example of a page, in the gallery of the kit. */
export const texts: typeof Zh = {
  rider: {
    title: 'Riders',
    lead: 'Riders change horses at the station and go on to the next stage.',
    create: 'Enlist rider',
    emptyTitle: 'No riders yet',
    empty: 'Enlist the first rider, and the station can carry mail.',
    name: 'Name',
    search: 'Search by name',
    horses: 'Horses',
    purse: 'Purse',
    spent: 'Spent',
    since: 'Enlisted',
    one: 'rider "{{name}}"',
    many: '{{count}} riders',
    woken: 'Enabled {{what}}',
    rested: 'Disabled {{what}}',
    nothingChanged: 'No rider needed a change',
    delete: 'Dismiss rider',
    deleteTitle: 'Dismiss rider "{{name}}"?',
    deleteConsequence: 'Their {{horses}} horses go back to the station.',
    deleteMany: 'Dismiss {{count}} riders',
    deleteManyTitle: 'Dismiss {{count}} riders?',
    deleteManyConsequence: 'Their horses go back to the station.',
    deletedMany: 'Dismissed {{count}} riders',
  },
}

/** With a number, for the number one. By the key of the others. */
export const one = {
  'rider.many': '{{count}} rider',
  'rider.deleteMany': 'Dismiss {{count}} rider',
  'rider.deleteManyTitle': 'Dismiss {{count}} rider?',
  'rider.deletedMany': 'Dismissed {{count}} rider',
}

import type { texts as Zh } from '../zh/palette.ts'

/** The command palette. */
export const texts: typeof Zh = {
  palette: {
    title: 'Search and go to',
    placeholder: 'A page, an action, a name or a number',
    results: 'Results',
    asking: 'Searching',
    nothing: 'Nothing matches “{{typed}}”',
    count: '{{count}} results',
    language: 'Switch the language: {{name}}',
    group: {
      recent: 'Recent',
      pages: 'Pages',
      actions: 'Actions',
      users: 'Users (their log)',
      channels: 'Channels',
      tokens: 'Tokens',
      models: 'Models (their log)',
    },
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'palette.count': '{{count}} result',
}

import type { texts as Zh } from '../zh/picture.ts'

/** Pictures in what somebody else wrote: shown when asked for. */
export const texts: typeof Zh = {
  picture: {
    load: 'Load the picture from {{host}}',
    loadNamed: 'Load the picture from {{host}}: {{name}}',
    again: 'The picture from {{host}} did not load. Try again',
    notSecure: 'The picture from {{host}} is not shown: its address is not an https one',
  },
}

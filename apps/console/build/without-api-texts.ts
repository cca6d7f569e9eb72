import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g

/** What the table of calls says of each call is for the server's API page: the console's copy says nothing. */
export const withoutApiTexts = (): Plugin => ({
  name: 'without-api-texts',
  transform(code, id) {
    if (!/packages\/contract\/src\/calls\/[\w-]+\.ts$/.test(id)) return null
    const short = code.replaceAll(summary, "summary: ''")
    if (short === code) this.error(`${id} says nothing of its calls any more`)
    return { code: short, map: null }
  },
})

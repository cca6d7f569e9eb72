import type { Plugin } from 'vite'

/** What the two files of MUI give to the rest of it. Other names may be needed by a page: then the build stops. */
const expected: Readonly<Record<string, string>> = {
  ThemeProviderWithVars:
    'CssVarsProvider,useColorScheme,getInitColorSchemeScript,Experimental_CssVarsProvider',
  createThemeWithVars: 'createGetCssVar,default',
}

/**
 * MUI can keep a theme in variables of CSS. Ours is made anew for every look (ui/theme/create-theme.ts), which a bundler
 * cannot see: the console's copy refuses instead.
 */
export const withoutCssVariables = (): Plugin => ({
  name: 'without-css-variables',
  transform(code, id) {
    const file = /@mui\/material\/styles\/(\w+WithVars)\.mjs$/.exec(id)?.[1]
    if (file === undefined) return null
    const names = exportsOf(code)
    if (names.join() !== expected[file]) {
      this.error(`MUI exports something else from ${file} than this plugin knows: ${names.join()}`)
    }
    const refusals = names.map((name) =>
      name === 'default' ? 'export default refuse' : `export const ${name} = refuse`,
    )
    const refuse = `const refuse = () => { throw new Error('no CSS variables in this build') }`
    return { code: [refuse, ...refusals].join('\n'), map: null }
  },
})

/** In the order in which they stand. */
const exportsOf = (code: string): string[] =>
  [...code.matchAll(/^export (?:const (\w+)|(default)|\{([^}]*)\})/gm)].flatMap(
    ([, constant, standard, list]) =>
      list === undefined
        ? [constant ?? standard ?? '']
        : list.split(',').map((name) => name.trim()),
  )

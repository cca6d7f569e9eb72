import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}

/** Where the calls of a development server go. */
const server = process.env['POSTHOUSE_SERVER'] ?? 'http://127.0.0.1:3000'

/**
 * Zod's schemas can turn themselves into JSON Schema, which only the server's API page asks for.
 * A bundler cannot see that, so the console's copy has empty functions in that place.
 */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  transform(code, id) {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
    if (names.length === 0) this.error('zod no longer exports what this plugin leaves out')
    const nothing = names.map((name) => `export const ${name} = () => () => undefined`)
    return { code: nothing.join('\n'), map: null }
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema()],
  // What this console was built as; another version of the server means that it is out of date.
  define: { 'import.meta.env.POSTHOUSE_VERSION': JSON.stringify(version) },
  server: { proxy: { '/api': server, '/v1': server } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // What most pages share is one file; left alone it becomes dozens of crumbs. 12 was measured best.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'frame', minShareCount: 12 }] } },
    },
  },
})

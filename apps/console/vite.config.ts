import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { chunksByReach } from './build/chunks-by-reach.ts'
import { precompress } from './build/precompress.ts'
import { withoutCssVariables } from './build/without-css-variables.ts'
import { withoutServerSide } from './build/without-server-side.ts'
import { writeRoutes } from './build/write-routes.ts'
import { wholeLicences } from './build/whole-licences.ts'
import { withoutJsonSchema } from './build/without-json-schema.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}

/** Where the calls of a development server go. */
const server = process.env['POSTHOUSE_SERVER'] ?? 'http://127.0.0.1:3000'

const licences = 'licenses.txt'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    withoutJsonSchema(),
    withoutCssVariables(),
    withoutServerSide(),
    chunksByReach(),
    wholeLicences(licences),
    writeRoutes('routes.json'),
    precompress(),
  ],
  // What this console was built as; another version of the server means that it is out of date.
  define: { 'import.meta.env.POSTHOUSE_VERSION': JSON.stringify(version) },
  server: { proxy: { '/api': server, '/v1': server } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // What others wrote and this build carries.
    license: { fileName: licences },
    // Of `start`, which every page needs whole; e2e/src/browser/budget.spec.ts watches what a page loads.
    chunkSizeWarningLimit: 800,
  },
})

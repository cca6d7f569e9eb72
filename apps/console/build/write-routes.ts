import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import type { routePatterns } from './route-patterns.ts'

type Patterns = { readonly routePatterns: typeof routePatterns }

/** Writes every address that has a page into `file`, so that the server can refuse others. */
export const writeRoutes = (file: string): Plugin => ({
  name: 'write-routes',
  apply: 'build',
  async generateBundle() {
    const source = fileURLToPath(new URL('./route-patterns.ts', import.meta.url))
    const { module } = await runnerImport<Patterns>(source, {
      configFile: false,
      logLevel: 'warn',
    })
    this.emitFile({
      type: 'asset',
      fileName: file,
      source: `${JSON.stringify(module.routePatterns, null, 2)}\n`,
    })
  },
})

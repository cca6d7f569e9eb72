import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type InlineConfig, preview } from 'vite'

/** Builds the console in some other way than the product's, and serves it in front of the product of the tests. */
export async function serveConsole(otherwise: InlineConfig): Promise<void> {
  const root = 'apps/console'
  const outDir = mkdtempSync(join(tmpdir(), 'posthouse-console-'))
  const configFile = join(root, 'vite.config.ts')
  await build({ root, configFile, logLevel: 'warn', build: { outDir }, ...otherwise })
  await preview({
    root,
    configFile,
    build: { outDir },
    preview: { port: Number(process.env['PORT']), strictPort: true, host: '127.0.0.1' },
  })
}

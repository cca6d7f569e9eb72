import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'

/** The console as developers see it, gallery included, in front of the product of the tests. */
const root = 'apps/console'
const outDir = mkdtempSync(join(tmpdir(), 'posthouse-gallery-'))
const configFile = join(root, 'vite.config.ts')
await build({ root, configFile, mode: 'development', logLevel: 'warn', build: { outDir } })
await preview({
  root,
  configFile,
  build: { outDir },
  preview: { port: Number(process.env['PORT']), strictPort: true, host: '127.0.0.1' },
})

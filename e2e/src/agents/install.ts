import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Agent } from './agents.ts'

const run = promisify(execFile)

/** Outside of the project: nothing of the product needs them, and they are large. */
const folder = join(tmpdir(), 'posthouse-agents')

export type Installed = { readonly program: string; readonly version: string }

/** Installs an agent from npm, in its newest version. */
export async function installed({ package: name, command }: Agent): Promise<Installed> {
  const prefix = join(folder, command)
  await mkdir(prefix, { recursive: true })
  if (!existsSync(join(prefix, 'node_modules', name))) {
    await run('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', name])
  }
  const described: unknown = JSON.parse(
    readFileSync(join(prefix, 'node_modules', name, 'package.json'), 'utf8'),
  )
  const { version } = described as { version: string }
  return { program: join(prefix, 'node_modules', '.bin', command), version }
}

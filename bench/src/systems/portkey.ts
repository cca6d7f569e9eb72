import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@posthouse/testkit/free-port'
import { startChild } from '../child.ts'
import { isListening } from './nginx.ts'
import type { Skipped, System } from './system.ts'

const packageName = '@portkey-ai/gateway'
const installMs = 120_000

/** A well-known gateway, on the same Node. It neither counts nor stores anything here. */
export async function startPortkey(upstreamPort: number): Promise<System | Skipped> {
  const name = 'portkey'
  const script = await installed()
  if (script === null) return { name, skipped: `npm could not install ${packageName}` }
  const port = await freePort()
  const child = await startChild([process.execPath, script, `--port=${port}`, '--headless'], {
    core: 0,
    env: { NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
    readyWhen: () => isListening(port),
  })
  return {
    name,
    port,
    headers: {
      authorization: 'Bearer sk-mock',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
    },
    pids: [child.pid],
    [Symbol.asyncDispose]: () => child.stop(),
  }
}

/** Installed once into the folder for temporary files, outside of this repository. */
async function installed(): Promise<string | null> {
  const folder = join(tmpdir(), 'posthouse-bench-portkey')
  const script = join(folder, 'node_modules', packageName, 'build', 'start-server.js')
  if (existsSync(script)) return script
  await mkdir(folder, { recursive: true })
  spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', packageName], {
    timeout: installMs,
    stdio: 'ignore',
  })
  if (!existsSync(script)) return null
  await mendStreams(folder)
  return script
}

/**
 * With the server library that npm installs today every stream ends with status 500: headers of an
 * answer from upstream are shared instead of copied, and cannot be added to. Measured so, it would
 * serve no stream at all; the one line is mended.
 */
async function mendStreams(folder: string): Promise<void> {
  const path = join(folder, 'node_modules', '@hono', 'node-server', 'dist', 'index.mjs')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return
  const shared = 'body, headers || init?.headers]'
  const copied =
    'body, headers || (init instanceof GlobalResponse ? new Headers(init.headers) : init?.headers)]'
  await writeFile(path, text.replace(shared, copied))
}

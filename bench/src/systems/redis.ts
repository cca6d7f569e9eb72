import { spawnSync } from 'node:child_process'
import { freePort } from '@posthouse/testkit/free-port'
import { startChild } from '../child.ts'

/** A Redis that keeps nothing; null when there is none on this machine. */
export async function startRedis(
  folder: string,
): Promise<(AsyncDisposable & { readonly port: number }) | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const child = await startChild(['redis-server', ...options], {
    core: 1,
    readyLine: /Ready to accept connections/,
  })
  return { port, [Symbol.asyncDispose]: () => child.stop() }
}

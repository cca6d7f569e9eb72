import { fileURLToPath } from 'node:url'
import { startChild } from '../child.ts'
import type { System } from './system.ts'

const script = fileURLToPath(new URL('../mock/mock-upstream.ts', import.meta.url))

/** The mock supplier itself: what there is without a gateway. */
export async function startDirect(): Promise<System> {
  const child = await startChild([process.execPath, script], {
    core: 1,
    readyLine: /^listening (\d+)/,
  })
  return {
    name: 'direct',
    port: Number(child.ready),
    headers: {},
    pids: [child.pid],
    [Symbol.asyncDispose]: () => child.stop(),
  }
}

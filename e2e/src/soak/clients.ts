import { Agent } from 'node:http'
import { ask } from '../faults/load.ts'
import type { Heard } from './compare.ts'
import type { SoakClock } from './disturb.ts'

export type ClientsOptions = {
  readonly nodes: readonly { readonly name: string; readonly address: string }[]
  readonly key: string
  readonly model: string
  readonly count: number
  readonly random: () => number
  readonly clock: SoakClock
}

/** Clients that ask one node or the other, for ever, whatever happens to them. */
export function startClients(options: ClientsOptions): {
  readonly heard: readonly Heard[]
  stop(): Promise<void>
} {
  const { nodes, random, clock } = options
  const agent = new Agent({ keepAlive: true, maxSockets: options.count * 2 })
  const heard: Heard[] = []
  let stopped = false
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; !stopped; turn += 1) {
      const node = nodes[Math.floor(random() * nodes.length)]
      if (node === undefined) throw new Error('no node')
      const asked = {
        client: `c${number}`,
        name: `c${number}-t${turn}`,
        words: 1 + Math.floor(random() * 60),
        status: 0,
        text: '',
        done: false,
      }
      await ask(asked, { ...options, address: node.address, timeoutMs: 30_000 }, agent)
      const { name, words, status, done } = asked
      const endedAt = clock.now()
      heard.push({ name, client: asked.client, node: node.name, words, status, done, endedAt })
      // Who is refused or cut off does not hammer.
      if (!done) await clock.sleep(100)
    }
  }
  const ended = Promise.all(Array.from({ length: options.count }, (_, at) => client(at)))
  return {
    heard,
    stop: async () => {
      stopped = true
      await ended
      agent.destroy()
    },
  }
}

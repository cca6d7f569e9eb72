import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresServer } from '@posthouse/testkit/postgres-server'
import type { ServerProcess } from '@posthouse/testkit/server-process'
import type { Part } from './disturb.ts'

/** A node: the server as a process, started again on the files of its life before. */
export type NodePart = Part & { current(): ServerProcess }

export function nodePart(launch: () => ServerProcess): NodePart {
  let running = launch()
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    running.kill(signal)
    const how = await running.exited
    if (signal === 'SIGTERM' && how !== 0) throw new Error(`a node ended with ${how}`)
  }
  return {
    current: () => running,
    pause: async () => running.kill('SIGSTOP'),
    goOn: async () => running.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    start: async () => {
      running = launch()
      await running.ready
    },
  }
}

/** All processes of the database: the first one alone does not hold the others up. */
export function databasePart(server: PostgresServer): Part {
  const signal = (name: NodeJS.Signals): void => {
    const first = server.processNumber()
    for (const number of [first, ...childrenOf(first)]) {
      try {
        process.kill(number, name)
      } catch {
        // A connection of it that has just ended.
      }
    }
  }
  const gone = async (first: number): Promise<void> => {
    while (isAlive(first) || childrenOf(first).length > 0) await delay(20)
  }
  return {
    pause: async () => signal('SIGSTOP'),
    goOn: async () => signal('SIGCONT'),
    kill: async () => {
      const first = server.processNumber()
      // Its own word for an end without a shutdown: what was not on disk is recovered at the start.
      process.kill(first, 'SIGQUIT')
      await gone(first)
    },
    end: () => server.stop(),
    start: () => server.start(),
  }
}

const isAlive = (number: number): boolean => {
  try {
    process.kill(number, 0)
    return true
  } catch {
    return false
  }
}

function childrenOf(number: number): number[] {
  try {
    const text = execFileSync('ps', ['--no-headers', '-o', 'pid', '--ppid', String(number)])
    return text.toString().split('\n').map(Number).filter(Boolean)
  } catch {
    // ps ends with 1 where there is none.
    return []
  }
}

export async function redisPart(port: number): Promise<Part> {
  let running: ChildProcess | null = null
  const start = async (): Promise<void> => {
    running = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    })
    await untilItListens(port)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running === null) return
    const ended = once(running, 'exit')
    running.kill(signal)
    await ended
    running = null
  }
  await start()
  return {
    pause: async () => void running?.kill('SIGSTOP'),
    goOn: async () => void running?.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    start,
  }
}

async function untilItListens(port: number): Promise<void> {
  for (;;) {
    const probe = connect(port, '127.0.0.1')
    try {
      await once(probe, 'connect')
      return
    } catch {
      await delay(20)
    } finally {
      probe.destroy()
    }
  }
}

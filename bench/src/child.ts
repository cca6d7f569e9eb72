import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Core, pinned } from './cores.ts'

const startMs = 20_000
const stopMs = 10_000

const running = new Set<ChildProcess>()

export type Child = AsyncDisposable & {
  readonly pid: number
  /** The rest of the line that said it is ready. */
  readonly ready: string
  stop(): Promise<void>
}

export type ChildOptions = {
  readonly core: Core
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
} & (
  | {
      /** The line by which it says that it is ready; its first group is kept. */
      readonly readyLine: RegExp
    }
  | { readonly readyWhen: () => Promise<boolean> }
)

/** Starts a process on a core, waits until it is ready, and promises to stop it. */
export async function startChild(
  command: readonly string[],
  options: ChildOptions,
): Promise<Child> {
  const [program = '', ...parameters] = pinned(options.core, command)
  const child = spawn(program, parameters, {
    env: { ...process.env, ...options.env },
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const ready = await untilReady(child, options)
  const stop = (): Promise<void> => stopChild(child)
  return { pid: child.pid ?? 0, ready, stop, [Symbol.asyncDispose]: stop }
}

function untilReady(child: ChildProcess, options: ChildOptions): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const said: string[] = []
  const limit = setTimeout(() => reject(failed('was not ready in time')), startMs)
  const failed = (what: string): Error =>
    new Error(`${child.spawnargs.join(' ')} ${what}:\n${said.slice(-20).join('\n')}`)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line)
      if (said.length > 100) said.shift()
      const match = 'readyLine' in options ? options.readyLine.exec(line) : null
      if (match !== null) resolve(match[1] ?? '')
    })
  }
  if ('readyWhen' in options) {
    void options.readyWhen().then((ready) => (ready ? resolve('') : reject(failed('is not ready'))))
  }
  child.once('error', reject)
  child.once('exit', (code) => reject(failed(`ended with ${code}`)))
  return promise.finally(() => clearTimeout(limit))
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(limit)
}

/** Nothing that was started outlives the bench, however it ends. */
export function killChildrenAtExit(): void {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@posthouse/contract/client'
import { rootPassword } from './product.ts'

const secretKey = 'a secret key of the tests, long enough'

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))

/** The real server in a separate process, so that it can be killed. */
export type ServerProcess = {
  readonly address: string
  readonly process: ChildProcess
  readonly secretKey: string
  /** Settles when it listens. Rejects if it ends before that. */
  readonly ready: Promise<void>
  /** The exit code, or the name of the signal that ended it. */
  readonly exited: Promise<number | string>
  errors(): string
  output(): string
  kill(signal: NodeJS.Signals): void
  /** The typed client, signed in as the super administrator. */
  root(): Promise<Client>
}

/** Starts the server on a SQLite file. Of this process's environment it gets PATH and NODE_COMPILE_CACHE only. */
export function startServer(options: {
  readonly port: number
  readonly databaseFile: string
  readonly logLevel?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}): ServerProcess {
  const address = `http://127.0.0.1:${options.port}`
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(options.port),
      DATABASE_URL: `sqlite:${options.databaseFile}`,
      POSTHOUSE_ROOT_PASSWORD: rootPassword,
      POSTHOUSE_SECRET_KEY: secretKey,
      // Caches compiled code, because a test may start it a hundred times.
      NODE_COMPILE_CACHE:
        process.env['NODE_COMPILE_CACHE'] ?? join(dirname(options.databaseFile), 'compiled'),
      LOG_LEVEL: options.logLevel ?? 'error',
      ...options.env,
    },
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  const ready = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes('Posthouse is open')) ready.resolve()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  void exited.then((how) => ready.reject(new Error(`the server ended (${how}): ${errors}`)))
  // A caller that kills the server early does not await `ready`.
  ready.promise.catch(() => undefined)
  return {
    address,
    secretKey,
    process: child,
    ready: ready.promise,
    exited,
    errors: () => errors,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    root: () => signedIn(address),
  }
}

async function signedIn(address: string): Promise<Client> {
  let cookie = ''
  const client = createClient({
    language: () => 'en',
    fetch: async (path, init) => {
      const response = await fetch(`${address}${path}`, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), cookie },
      })
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return response
    },
  })
  await client.login({ body: { username: 'root', password: rootPassword } })
  return client
}

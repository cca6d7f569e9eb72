import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthouse/testkit/free-port'
import { type PostgresServer, startPostgres } from '@posthouse/testkit/postgres-server'
import { shareFiles } from '@posthouse/testkit/share-files'
import { type ServerProcess, startServer } from '@posthouse/testkit/server-process'
import pg from 'pg'

const commands = fileURLToPath(new URL('../../../apps/server/src/posthouse.ts', import.meta.url))

/** One of several servers on one database. It keeps its port and its folder when it is started again. */
export type Node = {
  readonly address: string
  start(): Promise<ServerProcess>
  kill(): Promise<void>
  /** In order: its exit code. */
  stop(): Promise<number | string>
  /** What `doctor` says in its folder, when it finds something wrong; empty otherwise. */
  doctor(): Promise<string>
}

export type TwoNodes = AsyncDisposable & {
  readonly nodes: readonly [Node, Node]
  readonly database: pg.Pool
}

export async function openTwoNodes(): Promise<TwoNodes> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-nodes-'))
  const postgres = await startPostgres()
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
  // It ends with the server, maybe a moment later.
  database.on('error', () => {})
  const opened = [
    await openNode(postgres, join(folder, 'a')),
    await openNode(postgres, join(folder, 'b')),
  ] as const
  return {
    nodes: opened,
    database,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(opened.map((node) => node.kill()))
      await database.end()
      await postgres.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openNode({ url }: PostgresServer, folder: string): Promise<Node> {
  await mkdir(folder)
  await shareFiles(join(dirname(folder), 'files'), join(folder, 'data'))
  const port = await freePort()
  let server: ServerProcess | null = null
  const env = { DATABASE_URL: url }
  return {
    address: `http://127.0.0.1:${port}`,
    start: async () => {
      server = startServer({ port, databaseFile: join(folder, 'none'), cwd: folder, env })
      await server.ready
      return server
    },
    kill: async () => {
      server?.kill('SIGKILL')
      await server?.exited
    },
    stop: async () => {
      server?.kill('SIGTERM')
      return (await server?.exited) ?? 'never started'
    },
    doctor: () =>
      new Promise((resolve) => {
        const own = { ...process.env, ...env, POSTHOUSE_SECRET_KEY: server?.secretKey }
        const how = { cwd: folder, env: own }
        execFile(process.execPath, [commands, 'doctor'], how, (error, out, errors) =>
          resolve(error === null ? '' : out + errors),
        )
      }),
  }
}

import { readConfig, ConfigError } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { writePrivately } from './config/private-files.ts'
import { listenProblem } from './config/listen-problem.ts'
import { createLog } from './lib/log.ts'
import { systemClock } from './lib/clock.ts'
import { type OpenServer, openServer } from './open-server.ts'

/** Starts the server. A second start of the same database, and every bad value, end with a sentence. */
export async function serve(): Promise<void> {
  try {
    await open()
  } catch (error) {
    end(error)
  }
}

async function open(): Promise<void> {
  writePrivately()
  const config = readConfig(readEnv())
  const isTerminal = process.stdout.isTTY
  const log = createLog(config.logLevel, isTerminal)
  const server = await openServer({ config, log, clock: systemClock }).catch((error: unknown) => {
    throw listenProblem(error, config) ?? error
  })
  stopOnSignals(server)
  endWhenLost(server)
  const { address, publicAddress, stores } = server
  if (!isTerminal) {
    log.info({ address, publicAddress, database: stores.database.dialect }, 'listening')
  }
  process.stdout.write(welcome(server))
}

/** The first signal lets what runs finish and closes; a second one ends at once. */
function stopOnSignals(server: OpenServer): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    process.stdout.write('\nStopping: open streams may finish. Once more to end at once.\n')
    server.close().then(
      () => process.exit(0),
      (error: unknown) => end(error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Without its database a server only refuses. What it still has to charge waits for the next start. */
function endWhenLost(server: OpenServer): void {
  void server.stores.database.lost.then(async (error) => {
    process.stderr.write(`\nThe database is lost: ${error.message}. The server ends.\n`)
    await server.close().catch(() => undefined)
    process.exit(1)
  })
}

function welcome(server: OpenServer): string {
  const { address, publicAddress, firstPassword, rootPasswordFromEnv } = server
  const lines = [`Posthouse is open at ${publicAddress ?? address}`]
  if (publicAddress !== null) lines.push(`On this machine: ${address}`)
  if (firstPassword !== null) {
    lines.push(
      '',
      '  Sign in as:  root',
      `  Password:    ${firstPassword}`,
      '',
      '  The password is shown only once. For a new one: npm run posthouse -- reset-root-password',
    )
  }
  if (rootPasswordFromEnv) {
    lines.push('', '  Sign in as root with the password from POSTHOUSE_ROOT_PASSWORD.')
  }
  return `\n${lines.join('\n')}\n\n`
}

function end(error: unknown): never {
  const expected = error instanceof ConfigError || (error instanceof Error && 'code' in error)
  const text = error instanceof Error ? (expected ? error.message : error.stack) : String(error)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

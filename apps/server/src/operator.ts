import { resolve } from 'node:path'
import { askBeside } from './commands/live-commands.ts'
import { liveCommands, type LiveCommandName } from './commands/live-command-names.ts'
import {
  type CommandName,
  help,
  helpFor,
  isCommandName,
  misuse,
  requestedHelp,
} from './commands/help.ts'
import { restore } from './commands/restore.ts'
import { refreshPrices } from './commands/refresh-prices.ts'
import { resetRootPassword } from './commands/reset-root-password.ts'
import { readConfig } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { writePrivately } from './config/private-files.ts'
import { isPostgres, sqlitePath } from './db/connection.ts'
import { createLog } from './lib/log.ts'
import { systemClock } from './lib/clock.ts'
import { openStores, operatorParts } from './open-stores.ts'

/**
 * What an operator types. `doctor`, `backup` and `archive` go to the server that has a SQLite file open; every other
 * command opens the database itself, and needs that server to be stopped.
 */
const commands: Readonly<Record<CommandName, (argument?: string) => Promise<number>>> = {
  'reset-root-password': async () =>
    withStores(async (stores) => {
      const { username, password } = await resetRootPassword(stores)
      print(`User: ${username}\nPassword: ${password}`)
      print('All sessions of this user are ended, and their access tokens are deleted.')
      return 0
    }),

  doctor: async (argument) => beside('doctor', argument),

  prices: async (argument) =>
    withStores(async ({ db, prices }) => {
      const parts = { db, prices, clock: systemClock }
      for (const line of await refreshPrices(parts, { apply: argument === 'apply' })) print(line)
      return 0
    }),

  // Seen from where it was typed, not from where the server was started.
  backup: async (target) => beside('backup', target === undefined ? undefined : resolve(target)),

  archive: async (day) => beside('archive', day),

  restore: async (backup = '') => {
    const config = readConfig(readEnv())
    if (isPostgres(config.databaseUrl)) {
      throw new Error('Use pg_restore (or psql) for a PostgreSQL database.')
    }
    const file = sqlitePath(config.databaseUrl)
    const kept = await restore(backup, file, systemClock.now())
    print(kept === null ? `Restored to ${file}` : `Restored to ${file}; what was there is ${kept}`)
    return 0
  },
}

async function beside(command: LiveCommandName, argument: string | undefined): Promise<number> {
  const { databaseUrl } = readConfig(readEnv())
  if (!isPostgres(databaseUrl)) {
    const asked = { command, ...(argument === undefined ? {} : { argument }) }
    const code = await askBeside(resolve(sqlitePath(databaseUrl)), asked, print)
    if (code !== null) return code
  }
  return withStores((stores) =>
    liveCommands[command]({ parts: operatorParts(stores, systemClock), argument, print }),
  )
}

async function withStores(
  run: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<number>,
): Promise<number> {
  const stores = await openStores({
    config: readConfig(readEnv()),
    log: createLog('warn', process.stdout.isTTY),
    clock: systemClock,
    isCommand: true,
  })
  try {
    return await run(stores)
  } finally {
    await stores.database.close()
  }
}

function usage(problem: string, text: string): number {
  process.stderr.write(`${problem}\n\n${text}\n`)
  return 2
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(words: readonly string[]): Promise<number> {
  const asked = requestedHelp(words)
  if (asked !== null) {
    print(asked)
    return 0
  }
  const [name = '', ...rest] = words
  if (!isCommandName(name)) {
    const unknown = name === 'help' ? (rest[0] ?? '') : name
    return usage(unknown === '' ? 'Which command?' : `There is no command ${unknown}.`, help())
  }
  const problem = misuse(name, rest)
  if (problem !== null) return usage(problem, helpFor(name))
  writePrivately()
  return commands[name](rest[0])
}

/** 128 and the number of SIGPIPE: what a shell says of a program whose reader left, as `head` does. */
const readerLeft = 141

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(readerLeft)
  throw error
})

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})

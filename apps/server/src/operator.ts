import { resolve } from 'node:path'
import { askBeside } from './commands/beside.ts'
import { besideCommands, type BesideName } from './commands/beside-commands.ts'
import { restore } from './commands/restore.ts'
import { refreshPrices } from './commands/refresh-prices.ts'
import { resetRootPassword } from './commands/reset-root-password.ts'
import { readConfig } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { writePrivately } from './config/private-files.ts'
import { isPostgres, sqlitePath } from './db/connection.ts'
import { createLog } from './http/log.ts'
import { systemClock } from './lib/clock.ts'
import { openStores, operatorParts } from './open-stores.ts'

/**
 * What an operator types. `doctor`, `backup` and `archive` go to the server that has a SQLite file open; every other
 * command opens the database itself, and needs that server to be stopped.
 */
const commands: Readonly<Record<string, (argument: string | undefined) => Promise<number>>> = {
  'reset-root-password': async () =>
    withStores(async (stores) => {
      const { username, password } = await resetRootPassword(stores)
      print(`User: ${username}\nPassword: ${password}\nAll sessions of this user are ended.`)
      return 0
    }),

  doctor: async (argument) =>
    argument === undefined || argument === '--replay' || argument === '--dismiss'
      ? beside('doctor', argument)
      : usage(`doctor knows no ${argument}`),

  prices: async (argument) => {
    if (argument !== undefined && argument !== 'apply') return usage(`prices knows no ${argument}`)
    return withStores(async ({ db, prices }) => {
      const parts = { db, prices, clock: systemClock }
      for (const line of await refreshPrices(parts, { apply: argument === 'apply' })) print(line)
      return 0
    })
  },

  // Seen from where it was typed, not from where the server was started.
  backup: async (target) => beside('backup', target === undefined ? undefined : resolve(target)),

  archive: async (day) => beside('archive', day),

  restore: async (backup) => {
    if (backup === undefined) return usage('restore needs the path of a backup')
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

async function beside(command: BesideName, argument: string | undefined): Promise<number> {
  const { databaseUrl } = readConfig(readEnv())
  if (!isPostgres(databaseUrl)) {
    const asked = { command, ...(argument === undefined ? {} : { argument }) }
    const code = await askBeside(resolve(sqlitePath(databaseUrl)), asked, print)
    if (code !== null) return code
  }
  return withStores((stores) =>
    besideCommands[command]({ parts: operatorParts(stores, systemClock), argument, print }),
  )
}

async function withStores(
  run: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<number>,
): Promise<number> {
  const stores = await openStores({
    config: readConfig(readEnv()),
    log: createLog('warn'),
    clock: systemClock,
    isCommand: true,
  })
  try {
    return await run(stores)
  } finally {
    await stores.database.close()
  }
}

function usage(problem: string): number {
  print(`${problem}\n\nnpm run posthouse -- <command>\n`)
  print('  reset-root-password   a new password for the super administrator')
  print(
    '  doctor [--replay]     recompute the books and name every difference; charge what was refused',
  )
  print('  doctor [--dismiss]    the same; put damaged lines of a journal away, once looked at')
  print('  prices [apply]        compare the price book with the published prices')
  print('  backup [path]         copy the SQLite database while it is consistent')
  print('  archive [day]         the days whose log rows were put away, or the rows of one')
  print('  restore <path>        put a backup in its place')
  return 2
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function main([name = '', argument]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  writePrivately()
  if (command === undefined)
    return usage(name === '' ? 'Which command?' : `There is no command ${name}.`)
  return command(argument)
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

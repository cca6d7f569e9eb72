import { examineBooks } from './books/examine-books.ts'
import { replayAll } from './commands/doctor.ts'
import { restore } from './commands/restore.ts'
import { refreshPrices } from './commands/refresh-prices.ts'
import { resetRootPassword } from './commands/reset-root-password.ts'
import { readConfig } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { backUp } from './db/backup.ts'
import { sqlitePath } from './db/connection.ts'
import { createLog } from './http/log.ts'
import { systemClock } from './lib/clock.ts'
import { openStores } from './open-stores.ts'

/** What an operator types. Every command opens the database itself: on SQLite the server must be stopped. */
const commands: Readonly<Record<string, (argument: string | undefined) => Promise<number>>> = {
  'reset-root-password': async () =>
    withStores(async (stores) => {
      const { username, password } = await resetRootPassword(stores)
      print(`User: ${username}\nPassword: ${password}\nAll sessions of this user are ended.`)
      return 0
    }),

  doctor: async (argument) => {
    if (argument !== undefined && argument !== '--replay') {
      return usage(`doctor knows no ${argument}`)
    }
    return withStores(async ({ ledger, db, dataFolder }) => {
      if (argument === '--replay') {
        for (const line of await replayAll(dataFolder, (command) => ledger.writer.retry(command)))
          print(line)
      }
      const parts = { db, reader: ledger.reader, clock: systemClock, dataFolder }
      const findings = await examineBooks(parts)
      for (const { ok, text } of findings) print(`${ok ? '✓' : '✗'} ${text}`)
      return findings.every(({ ok }) => ok) ? 0 : 1
    })
  },

  prices: async (argument) => {
    if (argument !== undefined && argument !== 'apply') return usage(`prices knows no ${argument}`)
    return withStores(async ({ db, prices }) => {
      const parts = { db, prices, clock: systemClock }
      for (const line of await refreshPrices(parts, { apply: argument === 'apply' })) print(line)
      return 0
    })
  },

  backup: async (target) =>
    withStores(async ({ database }) => {
      const path =
        target ?? `data/backup-${new Date(systemClock.now()).toISOString().slice(0, 10)}.db`
      await backUp(database, path)
      print(`Backup: ${path}`)
      print(
        'It does not hold the secret key. Keep POSTHOUSE_SECRET_KEY, or the file secret.key beside the\n' +
          'database, in another place: without it the channel keys in the backup cannot be opened.',
      )
      return 0
    }),

  restore: async (backup) => {
    if (backup === undefined) return usage('restore needs the path of a backup')
    const config = readConfig(readEnv())
    const file = sqlitePath(config.databaseUrl)
    const kept = await restore(backup, file, systemClock.now())
    print(kept === null ? `Restored to ${file}` : `Restored to ${file}; what was there is ${kept}`)
    return 0
  },
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
  print('  prices [apply]        compare the price book with the published prices')
  print('  backup [path]         copy the SQLite database while it is consistent')
  print('  restore <path>        put a backup in its place')
  return 2
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function main([name = '', argument]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    return usage(name === '' ? 'Which command?' : `There is no command ${name}.`)
  return command(argument)
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})

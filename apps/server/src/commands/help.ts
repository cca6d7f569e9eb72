/** How a command is typed, and what its help says. */
type CommandHelp = {
  /** Absent: it takes no argument. */
  readonly argument?: {
    readonly name: string
    readonly isRequired?: boolean
    /** Absent: any text. */
    readonly choices?: readonly string[]
  }
  readonly summary: string
  readonly details: readonly string[]
}

const besideServer = 'Works while the server runs, and while it is stopped.'
const alone = 'With SQLite, stop the server first.'

export const commandHelp = {
  'reset-root-password': {
    summary: 'give root a new password',
    details: [
      'Prints a new random password for root. It also ends the sessions of root, deletes the',
      'access tokens, removes the authenticator app, and turns the Turnstile check off.',
      alone,
    ],
  },
  doctor: {
    argument: { name: '[--replay | --dismiss]', choices: ['--replay', '--dismiss'] },
    summary: 'check the books and name every difference',
    details: [
      '--replay    also charges settlements that were refused',
      '--dismiss   also puts away damaged lines of the journal, once you have looked at them',
      besideServer,
    ],
  },
  prices: {
    argument: { name: '[apply]', choices: ['apply'] },
    summary: 'compare the price book with the published prices',
    details: ['apply       also takes the published prices over', alone],
  },
  backup: {
    argument: { name: '[path]' },
    summary: 'copy the SQLite database',
    details: [
      'path        the copy (default: backup-<day>.db beside the database)',
      'The secret key is not in the copy: keep POSTHOUSE_SECRET_KEY, or the file secret.key, too.',
      besideServer,
      'For PostgreSQL use pg_dump.',
    ],
  },
  archive: {
    argument: { name: '[day]' },
    summary: 'list the days whose log was archived, or print the log of one',
    details: ['day         for example 2026-01-31', besideServer],
  },
  restore: {
    argument: { name: '<path>', isRequired: true },
    summary: 'put a backup in the place of the SQLite database',
    details: [
      'path        the backup. The database that it replaces is kept, and its path is printed.',
      'Stop the server first. For PostgreSQL use pg_restore or psql.',
    ],
  },
} as const satisfies Record<string, CommandHelp>

export type CommandName = keyof typeof commandHelp

export const isCommandName = (text: string): text is CommandName => Object.hasOwn(commandHelp, text)

const helpOf = (name: CommandName): CommandHelp => commandHelp[name]

const typed = (name: CommandName): string =>
  [name, helpOf(name).argument?.name].filter((word) => word !== undefined).join(' ')

const environment = `Environment (the same as the server's):
  DATABASE_URL            path of the SQLite file, or postgres://… (default: data/posthouse.db)
  POSTHOUSE_SECRET_KEY    seals the channel keys; required with PostgreSQL (default: the file
                          secret.key beside the SQLite file)`

export const help = (): string => `Usage: npm run posthouse -- <command>

Commands:
${(Object.keys(commandHelp) as CommandName[])
  .map((name) => `  ${typed(name).padEnd(32)}${helpOf(name).summary}`)
  .join('\n')}
  ${'help [command]'.padEnd(32)}show this, or the help of one command

${environment}`

export function helpFor(name: CommandName): string {
  const { summary, details } = helpOf(name)
  return `Usage: npm run posthouse -- ${typed(name)}

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.

${details.map((line) => `  ${line}`).join('\n')}

${environment}`
}

const helpOptions = ['--help', '-h']

/** The help text that the arguments ask for; null when they ask for none. */
export function requestedHelp([first = '', ...rest]: readonly string[]): string | null {
  if (isCommandName(first)) {
    return rest.some((word) => helpOptions.includes(word)) ? helpFor(first) : null
  }
  if (first !== 'help' && !helpOptions.includes(first)) return null
  const [topic] = rest
  if (topic === undefined) return help()
  return isCommandName(topic) ? helpFor(topic) : null
}

/** What is wrong with the arguments of a command, or null. */
export function misuse(name: CommandName, words: readonly string[]): string | null {
  const { argument } = helpOf(name)
  const [word] = words
  if (word === undefined) return argument?.isRequired ? `${name} needs ${argument.name}.` : null
  if (word === '') return `The argument of ${name} is empty.`
  if (argument === undefined) return `${name} takes no argument.`
  if (words.length > 1) return `${name} takes one argument.`
  if (argument.choices === undefined ? word.startsWith('-') : !argument.choices.includes(word)) {
    return `${name} does not know ${word}.`
  }
  return null
}

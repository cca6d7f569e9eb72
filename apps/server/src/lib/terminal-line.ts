const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

type Entry = {
  readonly level: number
  readonly time: string
  readonly msg?: string
  readonly [field: string]: unknown
}

/** A JSON line of the log as a person reads it: time, level, message, fields; stacks below. */
export function terminalLine(json: string): string {
  const { level, time, msg = '', ...fields } = JSON.parse(json) as Entry
  const head = `${clockTime(time)} ${(levels[level] ?? String(level)).padEnd(5)} ${msg}`
  const named = Object.entries(fields)
  const stacks = named.flatMap(([, value]) => stackOf(value) ?? [])
  const values = named
    .filter(([, value]) => stackOf(value) === null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${printable([[head, ...values].join('  '), ...stacks].join('\n'))}\n`
}

const clockTime = (time: string): string => new Date(time).toTimeString().slice(0, 8)

function stackOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('stack' in value)) return null
  return typeof value.stack === 'string' ? value.stack.replace(/^/gm, '  ') : null
}

/** Text from outside must not steer the terminal. */
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\ufffd')

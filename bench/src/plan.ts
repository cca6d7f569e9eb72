import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** How much is measured. */
export type Plan = {
  readonly scenarios: readonly string[]
  readonly repetitions: number
  readonly seconds: number
  readonly rows: number
  /** How long streams are held open. */
  readonly holdSeconds: number
  readonly profileFolder: string | null
}

export const usage = `node bench/src/main.ts [scenario…] [options]
  --repetitions N  of each measurement, systems in turn; the median counts (5)
  --seconds S      of each measurement (3)
  --rows N         of the log in the console scenario (1000000)
  --hold S         seconds that streams are held open (60)
  --profile DIR    write CPU profiles of our server into a folder`

const options = {
  repetitions: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  rows: { type: 'string', default: '1000000' },
  hold: { type: 'string', default: '60' },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** Null: only the usage was asked for. */
export function readPlan(parameters: readonly string[]): Plan | null {
  const { values, positionals } = parseArgs({
    args: [...parameters],
    options,
    allowPositionals: true,
  })
  if (values.help) return null
  return {
    scenarios: positionals,
    repetitions: whole('repetitions', values.repetitions),
    seconds: whole('seconds', values.seconds),
    rows: whole('rows', values.rows),
    holdSeconds: whole('hold', values.hold),
    profileFolder: values.profile === undefined ? null : resolve(values.profile),
  }
}

function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} is "${text}"; it must be a whole number above 0`)
}

import { pino, type Logger, type LoggerOptions } from 'pino'
import { terminalLine } from './terminal-line.ts'

/** What a log line never shows, wherever it stands in the objects that are logged. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-goog-api-key',
  'api-key',
  'mj-api-secret',
  'password',
  'key',
  'secret',
  'token',
]

const redacted = secretNames.flatMap((name) => {
  const quoted = `["${name}"]`
  return [quoted, `*${quoted}`, `*.*${quoted}`]
})

export type Log = Logger

/** What every line has and what none shows. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { error: pino.stdSerializers.err },
  redact: { paths: redacted, censor: '[secret]' },
})

/** On standard output: JSON lines, or plain ones in a terminal. Secrets are replaced before they are written. */
export const createLog = (level: string, isTerminal = false): Log =>
  isTerminal ? pino(logOptions(level), { write: writeLine }) : pino(logOptions(level))

const writeLine = (line: string): void => void process.stdout.write(terminalLine(line))

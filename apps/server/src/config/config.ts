import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import type { Env } from './env.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A part of an address space, as ipaddr.js reads it. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** What the process was started with: checked, frozen, the same to its end. */
export type Config = {
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  readonly redisUrl: string | null
  readonly rootPassword: string | null
  readonly secretKey: string | null
  readonly trustedProxies: readonly AddressRange[]
  /** How long open streams may go on after the signal to stop. */
  readonly drainMs: number
  readonly logLevel: (typeof logLevels)[number]
}

/** Every bad value at once, so that an operator mends them in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
  }
}

/** Checks the environment. Throws a `ConfigError` that names every bad variable and what it may be. */
export function readConfig(env: Env): Config {
  const problems: string[] = []
  const complain = (problem: string): void => void problems.push(problem)
  const config: Config = {
    host: env.HOST ?? '0.0.0.0',
    port: portFrom(env.PORT, complain),
    databaseUrl: databaseFrom(env.DATABASE_URL, complain),
    redisUrl: redisFrom(env.REDIS_URL, complain),
    rootPassword: rootPasswordFrom(env.POSTHOUSE_ROOT_PASSWORD, complain),
    secretKey: secretKeyFrom(env, complain),
    trustedProxies: rangesFrom(env.TRUSTED_PROXIES, complain),
    drainMs: drainFrom(env.DRAIN_SECONDS, complain) * 1_000,
    logLevel: logLevelFrom(env.LOG_LEVEL, complain),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

type Complain = (problem: string) => void

function portFrom(text: string | undefined, complain: Complain): number {
  if (text === undefined) return 3000
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  complain(`PORT is "${text}"; it must be a whole number from 0 to 65535`)
  return 3000
}

function databaseFrom(text: string | undefined, complain: Complain): string {
  if (text === undefined) return resolve('data', 'posthouse.db')
  if (/^postgres(ql)?:\/\//.test(text)) {
    if (!URL.canParse(text)) complain('DATABASE_URL is not a valid PostgreSQL address')
    return text
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !/^(sqlite|file):/i.test(text)) {
    complain(
      `DATABASE_URL begins with "${text.split(':')[0]}:"; it must be postgres://… or the path of a SQLite file`,
    )
  }
  return text
}

function redisFrom(text: string | undefined, complain: Complain): string | null {
  if (text === undefined) return null
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) {
    complain('REDIS_URL must begin with redis:// or rediss://')
  }
  return text
}

function rootPasswordFrom(text: string | undefined, complain: Complain): string | null {
  if (text !== undefined && text.length < 8) {
    complain('POSTHOUSE_ROOT_PASSWORD must have at least 8 characters')
  }
  return text ?? null
}

function secretKeyFrom(env: Env, complain: Complain): string | null {
  const text = env.POSTHOUSE_SECRET_KEY
  if (text !== undefined && text.length < 32) {
    complain('POSTHOUSE_SECRET_KEY must have at least 32 characters')
  }
  if (text === undefined && /^postgres(ql)?:\/\//.test(env.DATABASE_URL ?? '')) {
    complain(
      'POSTHOUSE_SECRET_KEY is required with PostgreSQL: it seals the secrets in the database',
    )
  }
  return text ?? null
}

function rangesFrom(text: string | undefined, complain: Complain): AddressRange[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const range = rangeFrom(part)
      if (range === null)
        complain(`TRUSTED_PROXIES has "${part}"; it must be an address or a CIDR range`)
      return range === null ? [] : [range]
    })
}

function rangeFrom(text: string): AddressRange | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Less than the thirty seconds that orchestrators wait before they kill. */
const usualDrainSeconds = 25

function drainFrom(text: string | undefined, complain: Complain): number {
  if (text === undefined) return usualDrainSeconds
  const seconds = Number(text)
  if (/^\d+$/.test(text) && seconds <= 3_600) return seconds
  complain(`DRAIN_SECONDS is "${text}"; it must be a whole number from 0 to 3600`)
  return usualDrainSeconds
}

function logLevelFrom(text: string | undefined, complain: Complain): Config['logLevel'] {
  const level = logLevels.find((name) => name === (text ?? 'info'))
  if (level !== undefined) return level
  complain(`LOG_LEVEL is "${text}"; it must be one of ${logLevels.join(', ')}`)
  return 'info'
}

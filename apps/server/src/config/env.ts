/** The variables that the server reads, and nothing else of the environment. */
export type Env = {
  readonly HOST?: string
  readonly PORT?: string
  readonly DATABASE_URL?: string
  readonly REDIS_URL?: string
  readonly POSTHOUSE_ROOT_PASSWORD?: string
  readonly POSTHOUSE_SECRET_KEY?: string
  readonly TRUSTED_PROXIES?: string
  readonly DRAIN_SECONDS?: string
  readonly LOG_LEVEL?: string
}

const names = [
  'HOST',
  'PORT',
  'DATABASE_URL',
  'REDIS_URL',
  'POSTHOUSE_ROOT_PASSWORD',
  'POSTHOUSE_SECRET_KEY',
  'TRUSTED_PROXIES',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
] as const satisfies readonly (keyof Env)[]

/** The environment, read once. An empty variable counts as absent. */
export function readEnv(): Env {
  const entries = names.map((name) => [name, process.env[name]?.trim()] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('what the environment may say', () => {
  test('nothing at all: port 3000 and a SQLite file under data/', () => {
    const config = readConfig({})
    expect(config.port).toBe(3000)
    expect(config.databaseUrl).toMatch(/data\/posthouse\.db$/)
    expect(config.redisUrl).toBeNull()
  })

  test('every bad value is named in one message', () => {
    const read = () =>
      readConfig({
        PORT: '70000',
        DATABASE_URL: 'mysql://host/db',
        REDIS_URL: 'localhost',
        POSTHOUSE_ROOT_PASSWORD: 'short',
        POSTHOUSE_SECRET_KEY: 'short',
        TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
        DRAIN_SECONDS: '-1',
        LOG_LEVEL: 'loud',
      })
    expect(read).toThrow(ConfigError)
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL', 'ROOT_PASSWORD', 'SECRET_KEY']) {
      expect(read).toThrow(new RegExp(name))
    }
    expect(read).toThrow(/nonsense/)
    expect(read).toThrow(/LOG_LEVEL/)
    expect(read).toThrow(/DRAIN_SECONDS/)
  })

  test('streams may go on for less than orchestrators wait, or as long as is said', () => {
    expect(readConfig({}).drainMs).toBeLessThan(30_000)
    expect(readConfig({ DRAIN_SECONDS: '0' }).drainMs).toBe(0)
    expect(readConfig({ DRAIN_SECONDS: '90' }).drainMs).toBe(90_000)
  })

  test('PostgreSQL asks for the secret key', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://host/db' })).toThrow(/POSTHOUSE_SECRET_KEY/)
  })

  test('proxies may be addresses and ranges of both families', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1' })
    expect(trustedProxies.map(([address, bits]) => `${address.toString()}/${bits}`)).toEqual([
      '127.0.0.1/32',
      '10.0.0.0/8',
      '::1/128',
    ])
  })
})

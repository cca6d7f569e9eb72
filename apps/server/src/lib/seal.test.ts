import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSealer, loadSecret, SealError, secretFrom } from './seal.ts'

const place = { table: 'tokens', column: 'key_sealed', id: 7n }
const secret = secretFrom('a'.repeat(40))

describe('seal', () => {
  test('opens what it sealed, never the same text twice', () => {
    const sealer = createSealer(secret)
    const sealed = sealer.seal('sk-密钥', place)
    expect(sealed).toMatch(/^v1:[0-9a-f]{8}:[\w-]{16}:[\w-]+$/)
    expect(sealed).not.toContain('sk-')
    expect(sealer.open(sealed, place)).toBe('sk-密钥')
    expect(sealer.seal('sk-密钥', place)).not.toBe(sealed)
  })

  test.each([
    ['row', { ...place, id: 8n }],
    ['column', { ...place, column: 'other' }],
    ['table', { ...place, table: 'channels' }],
  ])('does not open in another %s', (_, other) => {
    const sealer = createSealer(secret)
    expect(() => sealer.open(sealer.seal('plain', place), other)).toThrow(SealError)
  })

  test('notices every changed character', () => {
    const sealer = createSealer(secret)
    const sealed = sealer.seal('plain', place)
    const start = sealed.lastIndexOf(':') + 1
    for (let index = start; index < sealed.length - 1; index += 1) {
      const changed = sealed[index] === 'A' ? 'B' : 'A'
      const forged = sealed.slice(0, index) + changed + sealed.slice(index + 1)
      expect(() => sealer.open(forged, place)).toThrow(SealError)
    }
    expect(() => sealer.open('v1:x:y:', place)).toThrow(SealError)
    expect(() => sealer.open('plain', place)).toThrow('not a sealed value')
  })

  test('opens with an older secret, and names one that it does not have', () => {
    const older = secretFrom('b'.repeat(40))
    const sealed = createSealer(older).seal('plain', place)
    expect(createSealer(secret, older).open(sealed, place)).toBe('plain')
    expect(() => createSealer(secret).open(sealed, place)).toThrow('another secret key')
  })

  test('errors do not contain what was sealed', () => {
    const sealer = createSealer(secret)
    try {
      sealer.open(sealer.seal('plain', place), { ...place, id: 8n })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).not.toContain('plain')
    }
  })
})

describe('secret', () => {
  test('is read as hex, base64 or any long text', () => {
    const bytes = Buffer.alloc(32, 7)
    expect(secretFrom(bytes.toString('hex'))).toEqual(bytes)
    expect(secretFrom(bytes.toString('base64'))).toEqual(bytes)
    expect(secretFrom('a passphrase of more than 32 characters')).toHaveLength(32)
    expect(() => secretFrom('short')).toThrow('too short')
  })

  test('is a private file beside the SQLite database, made once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-secret-'))
    const databaseFile = join(folder, 'posthouse.db')
    const first = await loadSecret({ variable: undefined, databaseFile })
    expect(await loadSecret({ variable: '', databaseFile })).toEqual(first)
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })

  test('is required on PostgreSQL', async () => {
    await expect(loadSecret({ variable: undefined, databaseFile: null })).rejects.toThrow(
      'POSTHOUSE_SECRET_KEY',
    )
  })
})

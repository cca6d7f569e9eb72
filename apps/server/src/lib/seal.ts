import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/*
 * Secrets at rest: AES-256-GCM. What is sealed for one row cannot be opened in another, since table,
 * column and id are part of what is authenticated. No message here contains a secret.
 */

/** Where a sealed value is stored. */
type SealedPlace = {
  readonly table: string
  readonly column: string
  readonly id: bigint | string
}

/** Seals with one key, opens with any that it knows. Not for passwords: those are hashed. */
export type Sealer = {
  /** Which key it seals with, as written into what it makes. */
  readonly keyId: string
  /** `v1:<key id>:<nonce>:<ciphertext and tag>` */
  readonly seal: (plain: string, place: SealedPlace) => string
  readonly open: (sealed: string, place: SealedPlace) => string
  /** A signature of a text that only this installation can make; what it is for is part of it. */
  readonly sign: (text: string, purpose: string) => Buffer
}

export class SealError extends Error {
  override readonly name = 'SealError'
}

const nonceBytes = 12
const tagBytes = 16

/** The first secret seals; those after it are older ones, with which rows may still be sealed. */
export function createSealer(secret: Buffer, ...older: readonly Buffer[]): Sealer {
  const keys = new Map([...older, secret].map((key) => [keyIdOf(key), key]))
  const keyId = keyIdOf(secret)
  return {
    keyId,
    seal: (plain, place) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(placeOf(place))
      const text = Buffer.concat([
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `v1:${keyId}:${nonce.toString('base64url')}:${text.toString('base64url')}`
    },
    open: (sealed, place) => {
      const [version, id, nonce, text] = sealed.split(':')
      if (version !== 'v1' || id === undefined || nonce === undefined || text === undefined) {
        throw new SealError(`${nameOf(place)} is not a sealed value`)
      }
      const key = keys.get(id)
      if (key === undefined) {
        throw new SealError(`${nameOf(place)} was sealed with another secret key (${id})`)
      }
      return decipher(key, { nonce, text }, place)
    },
    sign: (text, purpose) =>
      createHmac('sha256', createHmac('sha256', secret).update(`posthouse ${purpose}`).digest())
        .update(text)
        .digest(),
  }
}

/** Null: it was changed, belongs to another row, or was sealed with another secret key. */
export function openOrNull(
  seal: Pick<Sealer, 'open'>,
  sealed: string,
  place: SealedPlace,
): string | null {
  try {
    return seal.open(sealed, place)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

function decipher(
  key: Buffer,
  { nonce, text }: { readonly nonce: string; readonly text: string },
  place: SealedPlace,
): string {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
      authTagLength: tagBytes,
    })
    cipher.setAAD(placeOf(place)).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([cipher.update(bytes.subarray(0, -tagBytes)), cipher.final()]).toString()
  } catch {
    throw new SealError(`${nameOf(place)} was changed, or belongs to another row`)
  }
}

/** The 32 bytes that a secret stands for: base64 or hex of them, else the hash of a long text. */
export function secretFrom(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64url')
  if (text.length < 32) {
    throw new SealError(
      'POSTHOUSE_SECRET_KEY is too short: 32 bytes as base64 or hex, or 32 characters',
    )
  }
  return createHash('sha256').update(text).digest()
}

/**
 * The secret of this installation: the variable, else a file beside the SQLite database, which is
 * made on the first start. Without it, sealed values are lost: a backup needs both.
 */
export async function loadSecret(options: {
  readonly variable: string | undefined
  readonly databaseFile: string | null
}): Promise<Buffer> {
  const { variable, databaseFile } = options
  if (variable !== undefined && variable !== '') return secretFrom(variable)
  if (databaseFile === null) {
    throw new SealError(
      'On PostgreSQL the variable POSTHOUSE_SECRET_KEY is required, the same on every node',
    )
  }
  const path = join(dirname(databaseFile), 'secret.key')
  await createSecretFile(path)
  return secretFrom((await readFile(path, 'utf8')).trim())
}

async function createSecretFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('posthouse key id').update(key).digest('hex').slice(0, 8)

/** Unambiguous: no name can pass for another by where its parts end. */
const placeOf = ({ table, column, id }: SealedPlace): Buffer =>
  Buffer.from(JSON.stringify([table, column, String(id)]))

const nameOf = ({ table, column, id }: SealedPlace): string => `${table}.${column} of ${id}`

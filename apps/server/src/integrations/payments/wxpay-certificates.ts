import { createHash, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Aes } from 'wechatpay-axios-plugin'
import type { GatewayAccount } from '../../domain/payments/gateway-port.ts'
import type { Clock } from '../../lib/clock.ts'
import { configOf } from './adapter.ts'
import { objectIn, objectOf, textOf } from './ask-gateway.ts'
import { publicKeyOf } from './keys.ts'

type Keys = ReadonlyMap<string, KeyObject>
type CachedKeys = { readonly keys: Promise<Keys>; readonly at: number }

/** How WeChat Pay signs: by the serial in its header, the key. Null: it is none of its keys. */
export type WxpayKeys = (account: GatewayAccount, serial: string) => Promise<KeyObject | null>

const keptMs = 12 * 3_600_000
/** Anybody can send an unknown serial, so WeChat Pay is not asked about each. */
const askedEveryMs = 60_000

/** The public key of the settings, or, where there is none, the platform certificates that `list` gets. */
export function wxpayKeys(
  clock: Clock,
  list: (account: GatewayAccount) => Promise<unknown>,
): WxpayKeys {
  const kept = new LRUCache<string, CachedKeys>({ max: 100 })
  const load = async (account: GatewayAccount): Promise<Keys> =>
    certificatesIn(await list(account), configOf(account, 'mch_apiv3_key'))
  const refreshed = (account: GatewayAccount): Promise<Keys> => {
    const keys = load(account)
    const name = nameOf(account)
    kept.set(name, { keys, at: clock.now() })
    keys.catch(() => kept.delete(name))
    return keys
  }
  return async (account, serial) => {
    if (configOf(account, 'public_key_id') !== '' || configOf(account, 'public_key') !== '') {
      const isIt = configOf(account, 'public_key_id') === serial
      return isIt ? publicKeyOf(configOf(account, 'public_key')) : null
    }
    const known = kept.get(nameOf(account))
    if (known === undefined) return (await refreshed(account)).get(serial) ?? null
    const age = clock.now() - known.at
    const key = age < keptMs ? (await known.keys).get(serial) : undefined
    if (key !== undefined || age < askedEveryMs) return key ?? null
    return (await refreshed(account)).get(serial) ?? null
  }
}

/** Another merchant, another secret or another address never shares what was learnt. */
const nameOf = (account: GatewayAccount): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        ['mch_id', 'mch_apiv3_key', 'address'].map((field) => configOf(account, field)),
      ),
    )
    .digest('hex')

/** They are encrypted with the merchant's secret, which proves whose they are. */
function certificatesIn(answer: unknown, secret: string): Keys {
  const { data } = objectOf(answer) ?? {}
  const keys = new Map<string, KeyObject>()
  for (const entry of Array.isArray(data) ? data.slice(0, 20) : []) {
    const fields = objectOf(entry)
    const text = decrypted(fields?.['encrypt_certificate'], secret)
    const key = text === null ? null : publicKeyOf(text)
    if (key !== null) keys.set(textOf(fields?.['serial_no']), key)
  }
  return keys
}

/** Null: not encrypted with this secret. */
function decrypted(resource: unknown, secret: string): string | null {
  const fields = objectOf(resource)
  if (fields === null || fields['algorithm'] !== 'AEAD_AES_256_GCM') return null
  if (Buffer.byteLength(secret) !== 32) return null
  try {
    return Aes.AesGcm.decrypt(
      textOf(fields['ciphertext']),
      secret,
      textOf(fields['nonce']),
      textOf(fields['associated_data']),
    )
  } catch {
    return null
  }
}

export const decryptedObject = (resource: unknown, secret: string) =>
  objectIn(Buffer.from(decrypted(resource, secret) ?? ''))

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type Ceremony = {
  readonly challenge: string
  readonly origin: string
  /** The site that the authenticator signs for. Defaults to the origin's host. */
  readonly rpId?: string
  readonly userVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** A software passkey with one key pair. Returns what a browser would send. */
export function openAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  // COSE: an EC2 key for ES256 on P-256.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

  return {
    id,
    register(ceremony: Ceremony) {
      const clientData = clientDataOf('webauthn.create', ceremony)
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        cose,
      ])
      const authData = Buffer.concat([headOf(ceremony, 0x40), credential])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestationOf(authData).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    assert(ceremony: Ceremony) {
      const clientData = clientDataOf('webauthn.get', ceremony)
      const authData = headOf(ceremony, 0)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      const { userHandle } = ceremony
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      }
    },
  }
}

const clientDataOf = (type: string, { challenge, origin }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** The hash of the site, the flags (user present, user verified) and the counter. */
function headOf({ origin, rpId, userVerified = true, counter = 0 }: Ceremony, flags: number) {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(counter)
  return Buffer.concat([
    sha256(rpId ?? new URL(origin).hostname),
    Buffer.from([flags | 0x01 | (userVerified ? 0x04 : 0)]),
    number,
  ])
}

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
const attestationOf = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])

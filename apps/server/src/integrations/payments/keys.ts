import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

/** A private key in PEM, or the bare base64 of one, in PKCS #1 or PKCS #8. Null: it is none. */
export const privateKeyOf = (text: string): KeyObject | null =>
  text.includes('-----BEGIN')
    ? keyOr(() => createPrivateKey(text))
    : (keyOr(() => createPrivateKey({ key: der(text), format: 'der', type: 'pkcs8' })) ??
      keyOr(() => createPrivateKey({ key: der(text), format: 'der', type: 'pkcs1' })))

/** A public key, or the one of a certificate, written in the same ways. Null: it is none. */
export const publicKeyOf = (text: string): KeyObject | null =>
  text.includes('-----BEGIN CERTIFICATE')
    ? keyOr(() => new X509Certificate(text).publicKey)
    : text.includes('-----BEGIN')
      ? publicPem(text)
      : (keyOr(() => createPublicKey({ key: der(text), format: 'der', type: 'spki' })) ??
        keyOr(() => createPublicKey({ key: der(text), format: 'der', type: 'pkcs1' })))

/** A private key would do as well for the library; pasted here it is a mistake. */
const publicPem = (text: string): KeyObject | null =>
  text.includes('PRIVATE KEY') ? null : keyOr(() => createPublicKey(text))

const der = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'base64')

function keyOr(read: () => KeyObject): KeyObject | null {
  try {
    const key = read()
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

import { createHmac } from 'node:crypto'
import { bearer, type Signer } from './signer.ts'

const lifetimeSeconds = 1_800
/** Clocks differ. */
const earlierSeconds = 5

/**
 * `ACCESS_KEY|SECRET_KEY`: a JWT of half an hour, signed with HS256
 * (https://app.klingai.com/global/dev/document-api/apiReference/commonInfo). A key in one part is sent as it is.
 */
export const klingToken: Signer = (call, key, now) => {
  const [access = '', secret] = key.split('|').map((part) => part.trim())
  if (secret === undefined) return bearer(call, access, now)
  const issued = Math.floor(now / 1_000)
  const claims = { iss: access, exp: issued + lifetimeSeconds, nbf: issued - earlierSeconds }
  const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const proof = createHmac('sha256', secret).update(text).digest('base64url')
  return bearer(call, `${text}.${proof}`, now)
}

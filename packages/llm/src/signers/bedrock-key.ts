import { type AwsCredentials, sigV4 } from './sig-v4.ts'
import { bearer, type Signer } from './signer.ts'

/**
 * `ACCESS_KEY_ID|SECRET|region`, with the session token of temporary credentials as its fourth part. Other products of the
 * family have the region first. A key of Bedrock's own stands alone and is sent as it is:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html
 */
export const bedrockKey: Signer = (call, key, now) => {
  const [first = '', ...others] = key.split('|').map((part) => part.trim())
  const isRegionFirst = regionForm.test(first)
  const parts = isRegionFirst ? others : [first, ...others]
  const [id = '', secret = ''] = parts
  if (parts.length < 2) return bearer(call, id, now)
  const [region = '', session = ''] = isRegionFirst ? [first, parts[2]] : parts.slice(2)
  return sigV4(call, 'bedrock', { id, secret, region: region || regionOf(call.url), session }, now)
}

/** `us-east-1`, `us-gov-west-1`. */
const regionForm = /^[a-z]{2,3}(-[a-z]+){1,3}-\d{1,2}$/

/** The region that an address of AWS names. */
const regionOf = ({ hostname }: URL): AwsCredentials['region'] =>
  hostname.split('.').find((name) => regionForm.test(name)) ?? 'us-east-1'

import { createHash, createHmac } from 'node:crypto'
import type { UnsignedCall } from './signer.ts'

/* https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */

export type AwsCredentials = {
  readonly id: string
  readonly secret: string
  readonly region: string
  /** Of credentials that end by themselves; empty: they do not. */
  readonly session: string
}

/** The headers that sign a call to a service of AWS. */
export function sigV4(
  call: UnsignedCall,
  service: string,
  { id, secret, region, session }: AwsCredentials,
  now: number,
): Readonly<Record<string, string>> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const own = {
    'x-amz-date': time,
    ...(session !== '' && { 'x-amz-security-token': session }),
  }
  const headers = signedHeaders({ ...call.headers, ...own, host: call.url.host })
  const names = headers.map(([name]) => name).join(';')
  const scope = [time.slice(0, 8), region, service, 'aws4_request']
  const text = [algorithm, time, scope.join('/'), sha256(canonicalCall(call, headers, names))]
  const signature = hmac(signingKey(secret, scope), text.join('\n')).toString('hex')
  const authorization = `${algorithm} Credential=${id}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`
  return { ...own, authorization }
}

const algorithm = 'AWS4-HMAC-SHA256'

export const signingKey = (secret: string, scope: readonly string[]): Buffer =>
  scope.reduce<Buffer>((key, word) => hmac(key, word), Buffer.from(`AWS4${secret}`))

/** Others may be changed on their way. */
const signedHeaders = (headers: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => name === 'host' || name === 'content-type' || name.startsWith('x-amz-'))
    .map(([name, value]): [string, string] => [name, value.trim().replaceAll(/ +/g, ' ')])
    .toSorted(([one], [other]) => order(one, other))

const canonicalCall = (
  { method, url, body }: UnsignedCall,
  headers: readonly (readonly [string, string])[],
  names: string,
): string =>
  [
    method,
    // As it leaves, encoded once more: `%3A` becomes `%253A`.
    url.pathname.split('/').map(encoded).join('/'),
    canonicalQuery(url),
    ...headers.map((header) => header.join(':')),
    '',
    names,
    sha256(body ?? ''),
  ].join('\n')

const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .map((pair) => pair.map(encoded).join('='))
    .toSorted(order)
    .join('&')

/** By their code points, whatever the language of the machine. */
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** RFC 3986: four signs more than JavaScript encodes. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

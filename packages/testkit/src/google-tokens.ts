import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `refuse`: the account is unknown. `down`: answers are not JSON. */
type TokenServiceMode = 'grant' | 'refuse' | 'down'

/** A local substitute for Google's exchange of signed assertions for access tokens. */
export type TokenService = AsyncDisposable & {
  readonly address: string
  /** The JSON key of a known account, as Google offers it for download. */
  readonly key: string
  mode: TokenServiceMode
  /** Lifetime of its tokens, in seconds. */
  seconds: number
  readonly claims: readonly Readonly<Record<string, unknown>>[]
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest (read 26 November 2026). */
export async function openTokenService(): Promise<TokenService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  const claims: Readonly<Record<string, unknown>>[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await bodyOf(request))
    const claimed = claimsIn(form, String(pem))
    if (claimed !== null) claims.push(claimed)
    if (service.mode === 'down') return void response.writeHead(503).end('unavailable')
    response.setHeader('content-type', 'application/json')
    if (service.mode === 'refuse' || claimed === null) {
      const refusal = {
        error: 'invalid_grant',
        error_description: 'Invalid grant: account not found',
      }
      return void response.writeHead(400).end(JSON.stringify(refusal))
    }
    const granted = {
      access_token: `ya29.token-${claims.length}`,
      expires_in: service.seconds,
      token_type: 'Bearer',
    }
    response.end(JSON.stringify(granted))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  const account = {
    type: 'service_account',
    project_id: 'the-project',
    private_key_id: '0123456789abcdef0123456789abcdef01234567',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'posthouse@the-project.iam.gserviceaccount.com',
    client_id: '123456789012345678901',
    token_uri: address,
  }
  const service: TokenService = {
    address,
    key: JSON.stringify(account, null, 2),
    mode: 'grant',
    seconds: 3_599,
    claims,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

/** `null` when the assertion is not signed with the account's key. */
function claimsIn(form: URLSearchParams, pem: string): Readonly<Record<string, unknown>> | null {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return null
  const [header = '', body = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const signed = Buffer.from(`${header}.${body}`)
  const proof = Buffer.from(signature, 'base64url')
  if (!verify('RSA-SHA256', signed, createPublicKey(pem), proof)) return null
  const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
  return typeof claims === 'object' ? { ...claims } : null
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

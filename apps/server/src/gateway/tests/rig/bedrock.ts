import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listening } from './gateway-rig.ts'

/*
 * Bedrock as its documentation has it, on a real port: it looks at the signature of every call with a derivation of its
 * own, and answers in one piece or in messages, as it is told.
 */

export const bedrockKey = {
  id: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-west-1',
} as const

/** A key of Bedrock's own. */
export const bedrockToken = 'ABSKQmVkcm9ja0FQSUtleS1leGFtcGxl'

export type Playing =
  | { readonly status: number; readonly error: string; readonly message: string }
  | { readonly body: unknown }
  /** The connection's next step behind them; without a word, it ends. */
  | { readonly messages: readonly Uint8Array[]; readonly after?: 'break' | 'wait' }

export type Bedrock = {
  readonly url: string
  play(...playing: readonly Playing[]): void
  /** Its requests since the last script, path and body. */
  asked(): readonly { readonly path: string; readonly body: Record<string, unknown> }[]
  close(): Promise<void>
}

export async function bedrock(): Promise<Bedrock> {
  let script: readonly Playing[] = []
  const asked: { path: string; body: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const refusal = refusalOf(request, body)
      if (refusal !== null) return fail(response, 403, refusal, 'The security token is invalid.')
      asked.push({ path: request.url ?? '', body: JSON.parse(body.toString('utf8')) })
      const playing = script[Math.min(asked.length, script.length) - 1]
      if (playing === undefined) return void response.destroy()
      void play(response, playing)
    })
  })
  const { port } = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    play: (...next) => {
      script = next
      asked.length = 0
    },
    asked: () => asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function fail(response: ServerResponse, status: number, error: string, message: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-amzn-errortype': `${error}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
  })
  response.end(JSON.stringify({ message }))
}

async function play(response: ServerResponse, playing: Playing): Promise<void> {
  if ('error' in playing) return fail(response, playing.status, playing.error, playing.message)
  if ('body' in playing) {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify(playing.body))
  }
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
  const bytes = Buffer.concat(playing.messages)
  for (let at = 0; at < bytes.length; at += 61) {
    response.write(bytes.subarray(at, at + 61))
    await nextTurn()
  }
  if (playing.after === 'break') response.destroy()
  else if (playing.after === undefined) response.end()
}

/** Null: the call is signed as it should be. */
function refusalOf(request: IncomingMessage, body: Buffer): string | null {
  const { authorization = '' } = request.headers
  if (authorization === `Bearer ${bedrockToken}`) return null
  const [, id, day = '', region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/bedrock\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      authorization,
    ) ?? []
  if (id !== bedrockKey.id || region !== bedrockKey.region) return 'UnrecognizedClientException'
  if (!['content-type', 'host', 'x-amz-date'].every((name) => names.split(';').includes(name))) {
    return 'IncompleteSignatureException'
  }
  const time = String(request.headers['x-amz-date'])
  if (!time.startsWith(day)) return 'InvalidSignatureException'
  const text = [
    'AWS4-HMAC-SHA256',
    time,
    `${day}/${region}/bedrock/aws4_request`,
    hash(canonical(request, names, body)),
  ].join('\n')
  let key: Buffer = Buffer.from(`AWS4${bedrockKey.secret}`)
  for (const word of [day, region, 'bedrock', 'aws4_request', text]) {
    key = createHmac('sha256', key).update(word).digest()
  }
  return key.toString('hex') === signature ? null : 'InvalidSignatureException'
}

const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

function canonical(request: IncomingMessage, names: string, body: Buffer): string {
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`)
  // The path as it came, every sign but those that stand for themselves encoded once more.
  const path = (request.url ?? '').replaceAll(
    /[^\w\-.~/]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return [request.method, path, '', headers.join(''), names, hash(body)].join('\n')
}

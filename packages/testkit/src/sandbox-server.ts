import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { sandbox } from '@posthouse/llm/sandbox/sandbox'
import type { Script } from '@posthouse/llm/sandbox/script'
import { sandboxHeader, settingsOf } from '@posthouse/server/upstream/sandbox-transport'

/** What a request to the sandbox was, for tests that ask what arrived. */
export type SandboxCall = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The client closed before the answer was complete. */
  aborted: boolean
}

export type SandboxServer = {
  readonly url: string
  readonly calls: readonly SandboxCall[]
  close(): Promise<void>
}

export type SandboxServerOptions = {
  readonly port?: number
  /** Serves every model name. On unless a test is about names. */
  readonly anyModel?: boolean
}

/** The sandbox upstream behind a real socket. */
export async function sandboxServer(options: SandboxServerOptions = {}): Promise<SandboxServer> {
  const calls: SandboxCall[] = []
  const server = createServer((request, response) => {
    void answer(request, response, { calls, anyModel: options.anyModel ?? true })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { calls, anyModel }: { calls: SandboxCall[]; anyModel: boolean },
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks)
  const path = request.url ?? '/'
  const call = { path, headers: request.headers, body: body.toString('utf8'), aborted: false }
  calls.push(call)
  response.on('close', () => (call.aborted = !response.writableFinished))
  const header = request.headers[sandboxHeader]
  const script = sandbox({
    method: request.method ?? 'GET',
    path: path.split('?')[0] ?? path,
    body,
    settings: settingsOf(typeof header === 'string' ? header : undefined),
    anyModel,
  })
  await play(script, response)
}

async function play(script: Script, response: ServerResponse): Promise<void> {
  await wait(script.headDelayMs, response)
  if (response.destroyed) return
  response.writeHead(script.status, script.headers)
  response.flushHeaders()
  for (const piece of script.pieces) {
    await wait(piece.delayMs, response)
    if (response.destroyed) return
    if (!response.write(piece.bytes)) await drained(response)
  }
  if (script.end === 'cut') response.destroy()
  else response.end()
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })

async function wait(ms: number, response: ServerResponse): Promise<void> {
  if (ms === 0) return
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    response.on('close', done)
  })
}

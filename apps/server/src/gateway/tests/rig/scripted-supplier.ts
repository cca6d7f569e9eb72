import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listening } from './gateway-rig.ts'

/** A supplier on a real port that sends the frames it was given, and then ends or holds the line. */
export type ScriptedSupplier = {
  readonly url: string
  play(script: Script): void
  /** Frames that the network has taken, since the last script. */
  sent(): number
  /** The last body that it was asked. */
  asked(): unknown
  /** The last address that it was asked. */
  askedAt(): string
  /** The headers of the last request. */
  headers(): IncomingHttpHeaders
  close(): Promise<void>
}

type Script = {
  readonly frames: readonly string[]
  readonly contentType?: string
  /** The line stays open after the last frame. */
  readonly holds?: true
}

export async function scriptedSupplier(): Promise<ScriptedSupplier> {
  let script: Script = { frames: [] }
  let sent = 0
  let asked = ''
  let askedAt = ''
  let headers: IncomingHttpHeaders = {}
  const server = createServer((request, response) => {
    askedAt = request.url ?? ''
    headers = request.headers
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      asked = Buffer.concat(chunks).toString('utf8')
      const { frames, contentType = 'text/event-stream', holds } = script
      response.writeHead(200, { 'content-type': contentType })
      const next = (from: number): void => {
        for (let at = from; at < frames.length; at += 1) {
          sent = at + 1
          if (!response.write(frames[at])) {
            response.once('drain', () => next(at + 1))
            return
          }
        }
        if (holds !== true) response.end()
      }
      next(0)
    })
  })
  const { port } = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    play: (next) => {
      script = next
      sent = 0
    },
    sent: () => sent,
    asked: () => JSON.parse(asked),
    askedAt: () => askedAt,
    headers: () => headers,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

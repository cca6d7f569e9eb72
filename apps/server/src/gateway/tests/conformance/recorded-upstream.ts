import { createServer, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listening } from '../rig/gateway-rig.ts'

/** The upstream's next words, in the reads of the network. */
export type Playing = {
  readonly contentType: string
  readonly text: string
  /** Bytes of each write, over and over. */
  readonly sizes: readonly number[]
}

/** A supplier on a real port that plays what was recorded, whatever it is asked. */
export async function recordedUpstream(): Promise<{
  readonly url: string
  play(playing: Playing): void
  close(): Promise<void>
}> {
  let playing: Playing | null = null
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (playing === null) response.destroy()
      else void say(response, playing)
    })
  })
  const { port } = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    play: (next) => {
      playing = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function say(response: ServerResponse, { contentType, text, sizes }: Playing): Promise<void> {
  const bytes = Buffer.from(text)
  response.writeHead(200, { 'content-type': contentType })
  let at = 0
  for (let write = 0; at < bytes.length; write += 1) {
    const size = sizes[write % sizes.length] ?? bytes.length
    response.write(bytes.subarray(at, at + size))
    at += size
    await nextTurn()
  }
  response.end()
}

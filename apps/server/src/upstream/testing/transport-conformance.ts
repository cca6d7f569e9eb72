import { describe, expect, it } from 'vitest'
import type { Transport, TransportFault } from '../transport/transport.ts'
import { obeys } from './transport-obedience.ts'
import {
  type Cases,
  collect,
  faultOf,
  inPieces,
  ok,
  requestTo,
  type Script,
  serving,
  text,
} from './transport-rig.ts'

/*
 * The demands on every transport, asked of it with raw bytes on a real socket. A transport that cannot
 * do a case says why in `except`.
 */

const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n7;x=y\r\n, world\r\n0\r\nX-Late: 1\r\n\r\n`

/** Answers that carry `text`, whatever the reads are. */
const answers: Readonly<Record<string, string>> = {
  'a body of a length': `${ok}Content-Length: 12\r\n\r\n${text}`,
  'a chunked body with extensions and trailers': chunked,
  'a body until the connection closes': `${ok}Connection: close\r\n\r\n${text}`,
  'a 103 before the answer': `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${ok}Content-Length: 12\r\n\r\n${text}`,
  'a 100 before the answer': `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 12\r\n\r\n${text}`,
}

/** Heads that two readers could understand in two ways, or that are no HTTP: never an answer. */
const smuggling: Readonly<Record<string, string>> = {
  'two different lengths': `${ok}Content-Length: 5\r\nContent-Length: 12\r\n\r\n${text}`,
  'a length and chunks': `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  'a negative length': `${ok}Content-Length: -5\r\n\r\n${text}`,
  'a length with a sign': `${ok}Content-Length: +12\r\n\r\n${text}`,
  'a chunk size that is none': `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`,
  'a chunk longer than its size': `${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n`,
  'a space before the colon': `${ok}Content-Length : 12\r\n\r\n${text}`,
  'a zero byte in a header': `${ok}X: a\0b\r\nContent-Length: 12\r\n\r\n${text}`,
  'a folded header': `${ok}X: a\r\n\tb\r\nContent-Length\r\n : 12\r\n\r\n${text}`,
  'no HTTP at all': 'SSH-2.0-OpenSSH_9.2\r\n\r\n',
  'a status that is none': `HTTP/1.1 2000 OK\r\nContent-Length: 12\r\n\r\n${text}`,
}

export type Except = Readonly<Record<string, string>>

export function transportConformance(
  name: string,
  make: () => Transport,
  { except = {} }: { except?: Except } = {},
): void {
  const cases = (title: string, run: (transport: Transport) => Promise<void>): void => {
    const reason = except[title]
    it.skipIf(reason !== undefined)(
      reason === undefined ? title : `${title} (${reason})`,
      async () => {
        const transport = make()
        try {
          await run(transport)
        } finally {
          await transport.close()
        }
      },
    )
  }
  describe(name, () => {
    readsBodies(cases)
    refusesTricks(cases)
    fails(cases)
    refusesPlaces(cases)
    obeys(cases)
  })
}

function readsBodies(cases: Cases): void {
  for (const [title, bytes] of Object.entries(answers)) {
    for (const size of [1, 7, 10_000]) {
      cases(`reads ${title}, in reads of ${size}`, async (transport) => {
        const closes = bytes.includes('Connection: close')
        const served = await serving((socket, request) => {
          inPieces(bytes, size)(socket, request)
          if (closes) setTimeout(() => socket.end(), 100)
        })
        const reply = await transport.open(requestTo(served.url)).reply
        expect(reply.status).toBe(200)
        const { body, error } = await collect(reply)
        expect([body.toString(), error]).toEqual([text, null])
        served.close()
      })
    }
  }
  cases('loses nothing when the reader comes late', async (transport) => {
    const served = await serving(inPieces(chunked, 10_000))
    const reply = await transport.open(requestTo(served.url)).reply
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await collect(reply)).body.toString()).toBe(text)
    served.close()
  })
}

function refusesTricks(cases: Cases): void {
  for (const [title, bytes] of Object.entries(smuggling)) {
    cases(`refuses ${title}`, async (transport) => {
      const served = await serving((socket, request) => {
        inPieces(bytes, 10_000)(socket, request)
        setTimeout(() => socket.end(), 100)
      })
      const fault = await faultOf(transport, requestTo(served.url))
      expect(fault).not.toBeNull()
      served.close()
    })
  }
}

function fails(cases: Cases): void {
  const failing = (title: string, script: Script, fault: TransportFault): void =>
    cases(title, async (transport) => {
      const served = await serving(script)
      const timeouts = { headersMs: 1_000, idleMs: 1_000 }
      expect(await faultOf(transport, requestTo(served.url, { timeouts }))).toBe(fault)
      served.close()
    })
  failing('says cut when the connection closes before the head', (socket) => socket.end(), 'cut')
  failing('says cut when it is reset', (socket) => socket.resetAndDestroy(), 'cut')
  failing(
    'says cut when a length is not reached',
    (socket) => socket.end(`${ok}Content-Length: 50\r\n\r\n${text}`),
    'cut',
  )
  failing(
    'says cut when chunks do not end',
    (socket) => socket.end(`${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`),
    'cut',
  )
  failing('says timeout-headers when no head comes', () => {}, 'timeout-headers')
  failing(
    'says timeout-idle when the body stops',
    (socket) => void socket.write(`${ok}Content-Length: 50\r\n\r\n${text}`),
    'timeout-idle',
  )
  failing(
    'says too-large when the head is',
    (socket) => void socket.write(`${ok}X: ${'x'.repeat(200_000)}\r\n\r\n`),
    'too-large',
  )
}

function refusesPlaces(cases: Cases): void {
  cases('says connect when nobody listens', async (transport) => {
    const served = await serving(() => {})
    served.close()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await faultOf(transport, requestTo(served.url))).toBe('connect')
  })
  cases('says address-refused for metadata, and for private ones when told', async (transport) => {
    for (const host of [
      '169.254.169.254',
      '[::ffff:a9fe:a9fe]',
      '100.100.100.200',
      '[fd00:ec2::254]',
    ]) {
      expect(await faultOf(transport, requestTo(new URL(`http://${host}/`)))).toBe(
        'address-refused',
      )
    }
    const hosts = [
      '127.0.0.1',
      'localhost',
      '10.1.2.3',
      '[::1]',
      '0.0.0.0',
      '2130706433',
      '[::ffff:7f00:1]',
    ]
    for (const host of hosts) {
      const request = requestTo(new URL(`http://${host}:9/`), { privateAllowed: false })
      expect([host, await faultOf(transport, request)]).toEqual([host, 'address-refused'])
    }
  })
}

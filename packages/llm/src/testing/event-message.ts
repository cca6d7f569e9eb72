import { crc32 } from '../bytes/crc32.ts'
import { parsedFields, textOf } from '../bytes/fields.ts'
import { frameEvent } from '../bytes/framing.ts'

/** A message of AWS's event streams, as their documentation puts it together: headers that are texts, and a payload. */
export function eventMessage(
  headers: Readonly<Record<string, string>>,
  payload: string,
): Uint8Array<ArrayBuffer> {
  const named = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)))
  const said = Buffer.from(payload)
  const prelude = summed(
    Buffer.concat([fourBytes(16 + named.length + said.length), fourBytes(named.length)]),
  )
  return summed(Buffer.concat([prelude, named, said]))
}

/** An event by its name, with a JSON payload. */
export const eventNamed = (name: string, payload: object): Uint8Array<ArrayBuffer> =>
  eventMessage(
    { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' },
    JSON.stringify(payload),
  )

export const exceptionNamed = (name: string, message: string): Uint8Array<ArrayBuffer> =>
  eventMessage(
    { ':exception-type': name, ':content-type': 'application/json', ':message-type': 'exception' },
    JSON.stringify({ message }),
  )

/** The message that a dialect reads as this frame. */
export function messageOf(frame: string): Uint8Array<ArrayBuffer> {
  const { name, data } = frameEvent(frame) ?? { name: null, data: '' }
  if (name !== 'exception') {
    return eventMessage({ ':event-type': name ?? '', ':message-type': 'event' }, data)
  }
  const { code, said } = parsedFields(data) ?? {}
  const headers = { ':exception-type': textOf(code) ?? '', ':message-type': 'exception' }
  return eventMessage(headers, textOf(said) ?? '')
}

function header(name: string, value: string): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)]
  const size = Buffer.alloc(2)
  size.writeUInt16BE(text.length)
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([7]), size, text])
}

const summed = (bytes: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([bytes, fourBytes(crc32(bytes))])

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

import { expect, test } from 'vitest'
import { sandbox } from '../sandbox.ts'

const asked = (body: object) =>
  sandbox({
    method: 'POST',
    path: '/v1/audio/speech',
    body: new TextEncoder().encode(JSON.stringify({ model: 'sandbox/speech', ...body })),
    settings: {},
    anyModel: false,
    now: 0,
  })

const bytesOf = ({ pieces }: ReturnType<typeof asked>): Buffer =>
  Buffer.concat(pieces.map(({ bytes }) => bytes))

test('a WAV file is as long as its header says', () => {
  const bytes = bytesOf(asked({ input: 'one two three', response_format: 'wav' }))
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
  expect(bytes.readUInt32LE(24)).toBe(24_000)
})

test('an MP3 file is whole frames of one length', () => {
  const script = asked({ input: 'one two three' })
  expect(script.headers['content-type']).toBe('audio/mpeg')
  const bytes = bytesOf(script)
  expect(bytes.length % 208).toBe(0)
  for (let at = 0; at < bytes.length; at += 208) expect(bytes.readUInt16BE(at)).toBe(0xfffb)
})

test('twice the speed is half as long', () => {
  const long = bytesOf(asked({ input: 'one two', response_format: 'pcm' }))
  const short = bytesOf(asked({ input: 'one two', response_format: 'pcm', speed: 2 }))
  expect(short.length).toBeCloseTo(long.length / 2, -2)
})

test.each([
  [{ input: ' ' }, 'input'],
  [{ input: 'x'.repeat(4_097) }, 'input'],
  [{ input: 'x', response_format: 'opus' }, 'response_format'],
  [{ input: 'x', speed: 9 }, 'speed'],
])('%j is refused', (body, field) => {
  const script = asked(body)
  expect(script.status).toBe(400)
  expect(bytesOf(script).toString()).toContain(`${field}: `)
})

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { within } from './within.ts'

test('gives what the promise gives, or says that it took too long', async () => {
  expect(await within(Promise.resolve('value'), 1)).toBe('value')
  await expect(within(Promise.reject(new TypeError('no')), 1)).rejects.toThrow(TypeError)
  await expect(within(new Promise(() => {}), 1)).rejects.toThrow('no answer within 1 ms')
})

test('an answer that came while this process did not look is in time', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connect(address.port, '127.0.0.1')
  const [there] = (await once(server, 'connection')) as [Socket]
  const answered = within(once(socket, 'data'), 20)
  // It lies in the socket when the time is over.
  there.write('x')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
  expect(String((await answered)[0])).toBe('x')
  socket.destroy()
  server.close()
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listenProblem } from './listen-problem.ts'

const at = { host: '10.0.0.7', port: 80 }
const failed = (code: string, syscall = 'listen'): Error =>
  Object.assign(new Error(code), { code, syscall })

test('a port in use is named', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as { port: number }
  const second = createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  first.close()
  const problem = listenProblem(error, { host: '127.0.0.1', port })
  expect(problem?.message).toContain(`PORT is ${port}, which another program uses`)
})

test.each([
  ['EACCES', 'PORT is 80'],
  ['EADDRNOTAVAIL', 'HOST is 10.0.0.7'],
])('%s is a bad variable', (code, text) => {
  expect(listenProblem(failed(code), at)?.message).toContain(text)
})

test.each([failed('EADDRINUSE', 'connect'), failed('EIO'), new Error('EADDRINUSE'), 'EACCES'])(
  'another error stays what it is: %s',
  (error) => {
    expect(listenProblem(error, at)).toBe(null)
  },
)

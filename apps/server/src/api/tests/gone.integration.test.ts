import { once } from 'node:events'
import { connect } from 'node:net'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logOptions } from '../../lib/log.ts'

type Line = { readonly level: number; readonly msg: string; readonly path?: string }

const lines: Line[] = []
let product: Product
beforeAll(async () => {
  const log = pino(logOptions('debug'), { write: (line) => lines.push(JSON.parse(line) as Line) })
  product = await openProduct({ log })
})
afterAll(() => product.close())

test('who leaves in the middle of a body is no bug', async () => {
  const { hostname, port } = new URL(product.address)
  const socket = connect(Number(port), hostname)
  const head = ['POST /api/user/login HTTP/1.1', 'Host: gate', 'Content-Type: application/json']
  socket.write([...head, 'Content-Length: 100', '', '{"user'].join('\r\n'))
  await once(socket, 'connect')
  socket.end()
  const ofCall = await vi.waitUntil(() => lines.find(({ path }) => path === '/api/user/login'))
  expect(ofCall).toMatchObject({ level: 20, msg: 'the client left' })
})

import { createServer, type AddressInfo, type Socket } from 'node:net'
import {
  type Answer,
  jsonAnswer,
  models,
  pacedEvent,
  pacedStart,
  packedWrites,
  streamWrites,
} from './answers.ts'

/*
 * A supplier that costs as little as can be: it reads no more of a request than where it ends and
 * which answer it asks for, and writes bytes that were made before. Runs as a process of its own and
 * prints its port.
 */

const headEnd = '\r\n\r\n'
/** The name of the model is looked for in this much of the body. */
const prefixBytes = 4_096
const pacedTurnMs = 10

const byName: ReadonlyMap<string, Answer> = new Map(
  (Object.keys(models) as Answer[]).map((answer) => [models[answer], answer]),
)

/** Events a second, all paced streams together. */
const pacedRate = Number(process.argv[2] ?? 100)
const paced = new Set<Socket>()

/** Reads requests one after the other from one connection. */
class Connection {
  readonly #socket: Socket
  /** Bytes of the body still to come; -1: the head is not complete. */
  #missing = -1
  #head = ''
  #prefix = ''

  constructor(socket: Socket) {
    this.#socket = socket
  }

  take(chunk: Buffer): void {
    let rest = chunk
    if (this.#missing === -1) {
      const text = this.#head + rest.toString('latin1', 0, 16 * 1024)
      const end = text.indexOf(headEnd)
      if (end === -1) {
        this.#head = text
        return
      }
      const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end + 2))
      this.#missing = Number(length?.[1] ?? 0)
      rest = rest.subarray(end + headEnd.length - this.#head.length)
      this.#head = ''
      this.#prefix = ''
    }
    if (this.#prefix.length < prefixBytes) this.#prefix += rest.toString('latin1', 0, prefixBytes)
    this.#missing -= rest.length
    if (this.#missing > 0) return
    this.#missing = -1
    answer(this.#socket, this.#prefix)
  }
}

function answer(socket: Socket, body: string): void {
  const name = /gpt-bench-[a-z]+/.exec(body)?.[0] ?? ''
  switch (byName.get(name)) {
    case 'stream':
      for (const piece of streamWrites) socket.write(piece)
      return
    case 'packed':
      for (const piece of packedWrites) socket.write(piece)
      return
    case 'paced':
      socket.write(pacedStart)
      paced.add(socket)
      return
    case 'json':
    case undefined:
      socket.write(jsonAnswer)
  }
}

/** Each stream in its turn, so that the pace is the same however many are open. */
function keepPace(): void {
  let owed = 0
  setInterval(() => {
    owed = Math.min(owed + (pacedRate * pacedTurnMs) / 1_000, pacedRate)
    for (const socket of paced) {
      if (owed < 1) return
      owed -= 1
      socket.write(pacedEvent)
      paced.delete(socket)
      paced.add(socket)
    }
  }, pacedTurnMs)
}

const server = createServer({ noDelay: true }, (socket) => {
  const connection = new Connection(socket)
  socket.on('data', (chunk: Buffer) => connection.take(chunk))
  socket.on('close', () => paced.delete(socket))
  socket.on('error', () => socket.destroy())
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const { port } = server.address() as AddressInfo
  console.log(`listening ${port}`)
})
keepPace()

import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { liveCommands, type LiveCommandName } from './live-command-names.ts'
import type { OperatorParts } from './operator-command.ts'

/*
 * A command on a SQLite file that a server has open goes to the server: through a socket beside the file
 * that only its owner may open. One JSON line asks; lines to print come back, and the exit code last.
 */

type LiveRequest = { readonly command: LiveCommandName; readonly argument?: string }
type Answer = { readonly line: string } | { readonly code: number }

/** Addresses of sockets are short: 108 bytes on Linux, 104 elsewhere, the end of text included. */
const addressBytesMost = 103

const socketOf = (databaseFile: string): string => `${databaseFile}.socket`

/**
 * Answers commands until it is closed. Rejects where there can be no socket (its path is too long, the volume
 * takes none): then commands need the server to be stopped. Whoever has the lock of the file may replace what
 * another left there.
 */
export async function answerBeside(
  databaseFile: string,
  parts: OperatorParts,
): Promise<() => Promise<void>> {
  const path = socketOf(databaseFile)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // Whoever asked and left needs no answer.
    socket.on('error', () => undefined)
    void answer(socket, parts)
  })
  try {
    await listenPrivately(server, path)
  } catch (error) {
    server.close()
    throw error
  }
  return async () => {
    await rm(path, { force: true })
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}

/** It gets its name when its rights are set: nobody else opens it in between. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(path), '.s-'))
  try {
    const unnamed = join(folder, 's')
    if ([path, unnamed].some(isTooLong)) throw new Error('The path is too long for a socket.')
    server.listen(unnamed)
    await once(server, 'listening')
    await chmod(unnamed, 0o600)
    await rename(unnamed, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isTooLong = (path: string): boolean => Buffer.byteLength(path) > addressBytesMost

async function answer(socket: Socket, parts: OperatorParts): Promise<void> {
  const say = async (words: Answer): Promise<void> => {
    if (socket.destroyed || socket.write(`${JSON.stringify(words)}\n`)) return
    await drained(socket)
  }
  const print = (line: string): Promise<void> => say({ line })
  try {
    const text = await firstLine(socket)
    if (text === null) return
    const { command, argument } = JSON.parse(text) as LiveRequest
    if (!Object.hasOwn(liveCommands, command)) throw new Error(`The server has no ${command}.`)
    await say({ code: await liveCommands[command]({ parts, argument, print }) })
  } catch (error) {
    await print(error instanceof Error ? error.message : String(error))
    await say({ code: 1 })
  }
  socket.end()
}

/** What is asked; null when whoever came left without a word. */
function firstLine(socket: Socket): Promise<string | null> {
  const lines = createInterface({ input: socket })
  // Errors of the socket are told here a second time, also long after the line.
  lines.on('error', () => lines.close())
  return new Promise((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(null))
  })
}

/** Until more can be written, or nobody is there to read it. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.on('drain', done)
    socket.on('close', done)
  })
}

/** Hands a command to the server that has the file open. Null: there is none. */
export async function askBeside(
  databaseFile: string,
  asked: LiveRequest,
  print: (line: string) => void,
): Promise<number | null> {
  const path = socketOf(databaseFile)
  if (isTooLong(path)) return null
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch {
    return null
  }
  socket.write(`${JSON.stringify(asked)}\n`)
  for await (const text of createInterface({ input: socket })) {
    const answered = JSON.parse(text) as Answer
    if ('code' in answered) return answered.code
    print(answered.line)
  }
  throw new Error('The server ended before it had answered.')
}

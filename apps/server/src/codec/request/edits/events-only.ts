import {
  type BodySink,
  type ByteSource,
  TransportError,
} from '../../../upstream/transport/transport.ts'

/** Fields of an event, and a comment: no JSON begins so. */
const eventStart = /^(?:data|event|id|retry|:)/
/** The longest of them. */
const enough = 'event'.length

/**
 * A body that is named otherwise but must be server-sent events: it fails with `no-stream` when it begins as something
 * else. Some suppliers call their streams JSON.
 */
export const eventsOnly = (source: ByteSource): ByteSource => ({
  read: (sink) => source.read(proved(sink, source)),
  pause: () => source.pause(),
  resume: () => source.resume(),
})

function proved(sink: BodySink, source: ByteSource): BodySink {
  const held: Buffer[] = []
  let verdict: boolean | null = null
  const handOn = (): void => {
    for (const chunk of held.splice(0)) sink.data(chunk)
  }
  return {
    data: (chunk) => {
      if (verdict === true) return sink.data(chunk)
      if (verdict === false) return
      held.push(chunk)
      const beginning = textOf(held)
      if (beginning.length < enough && !/^[{["<]/.test(beginning)) return
      verdict = eventStart.test(beginning)
      if (verdict) return handOn()
      source.pause()
      sink.fail(new TransportError('no-stream', 'the body begins as no event does'))
    },
    end: () => {
      if (verdict === false) return
      handOn()
      sink.end()
    },
    fail: (error) => {
      if (verdict !== false) sink.fail(error)
    },
  }
}

/** Without a byte order mark and blanks: nobody sends a screen of them. */
const textOf = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks)
    .subarray(0, 256)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()

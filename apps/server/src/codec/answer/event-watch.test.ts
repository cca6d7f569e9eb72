import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { describe, expect, it } from 'vitest'
import { channel } from '../../gateway/tests/rig/gateway-rig.ts'
import { EventWatch } from './event-watch.ts'

const start: ModelEvent = { kind: 'start', id: 'a', model: 'm', created: 0 }
const used = (input: number, output: number): ModelEvent => ({
  kind: 'usage',
  usage: { ...noUsage, input, output },
})
const text: ModelEvent = { kind: 'text', answer: 0, text: 'hello' }
const stop: ModelEvent = { kind: 'answer-end', answer: 0, reason: 'stop' }

function watching(...frames: ModelEvent[][]): EventWatch {
  const watch = new EventWatch(channel(), { believe: (reported) => reported })
  for (const frame of frames) {
    for (const event of frame) watch.see(event)
  }
  return watch
}

describe('the usage of a stream', () => {
  it('is the one at its end', () => {
    const watch = watching([start, used(9, 1)], [text], [stop, used(9, 5)])
    expect(watch.reported?.usage).toMatchObject({ input: 9, output: 5 })
  })

  it('is not the one at its beginning: who leaves then is charged for what was delivered', () => {
    expect(watching([start, used(9, 1)], [text]).reported).toBeNull()
    expect(watching([start, used(9, 1)], [text], [stop]).reported).toBeNull()
  })

  it('is not believed any more once a figure came that cannot be', () => {
    const absurd: ModelEvent = { kind: 'usage', usage: noUsage, absurd: true }
    for (const last of [
      [absurd, stop],
      [stop, absurd],
    ]) {
      const watch = watching([start, used(9, 1)], [text], [used(9, 4)], last)
      expect(watch.reported).toMatchObject({ absurd: true })
    }
    expect(watching([start, text, used(9, 5), stop, absurd]).reported).toMatchObject({
      absurd: true,
    })
  })

  it('is heard of on the way all the same: the input is whole from the beginning', () => {
    const watch = watching([start, used(9, 1)], [text])
    expect(watch.heard(null)?.usage).toMatchObject({ input: 9 })
    expect(
      watching([start], [text]).heard({ kind: 'usage', usage: { ...noUsage, input: 4 } })?.usage,
    ).toMatchObject({ input: 4 })
  })

  it('may come with everything else in one frame', () => {
    expect(watching([start, text, used(9, 5), stop]).reported?.usage).toMatchObject({ output: 5 })
    expect(watching([start, text, stop, used(9, 5)]).reported?.usage).toMatchObject({ output: 5 })
  })
})

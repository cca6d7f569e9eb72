import { dialectNames } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { frameCutter } from '@posthouse/llm/parts/framing'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { isLongRun, rounds } from '@posthouse/testkit/long-run'
import { describe, expect, it, vi } from 'vitest'
import { masked } from '../../../upstream/masking.ts'
import { readBody } from '../../surfaces/read-body.ts'
import { answerShapes } from './answer-shapes.ts'
import { growth, type Work } from './cpu-cost.ts'
import { ownBodies, requestShapes } from './request-shapes.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A body has no more objects and lists than a few times as many. */
const sizeMost = rounds(10_000, 40_000)

const expectLinear = (work: Work): void => expect(growth(work, sizeMost)).toBeLessThanOrEqual(2.5)

const addressed = { model: 'm', stream: true }

describe.each(dialectNames)('a request for %s', (name) => {
  const { asClient, asServer } = dialects[name]

  it.each(Object.entries(requestShapes))('is written and read in proportion: %s', (_, shape) => {
    expectLinear((size) => {
      const request = shape(size)
      return () => asServer.request(asClient.body(request).body, addressed)
    })
  })

  it.runIf(isLongRun).each(Object.entries(requestShapes))(
    'has facts in proportion: %s',
    (_, shape) => {
      expectLinear((size) => {
        const body = Buffer.from(JSON.stringify({ model: 'm', ...asClient.body(shape(size)).body }))
        return () => readBody(name, body)
      })
    },
  )
})

describe.each(dialectNames)('a request from %s', (name) => {
  it.each(Object.entries(ownBodies[name] ?? {}))('reaches every other: %s', (_, shape) => {
    expectLinear((size) => {
      const body = shape(size)
      return () => {
        const read = dialects[name].asServer.request(body, addressed)
        if (read.ok) for (const to of dialectNames) dialects[to].asClient.body(read.value)
      }
    })
  })
})

describe.each(dialectNames)('an answer for %s', (name) => {
  const { asClient, asServer } = dialects[name]
  const written = (events: ReturnType<(typeof answerShapes)[string]>): string[] => {
    const writer = asServer.write(plainRequest)
    return events.map((event) => writer.frames(event))
  }

  it.each(Object.entries(answerShapes))('is streamed in proportion: %s', (_, shape) => {
    expectLinear((size) => {
      const events = shape(size)
      return () => written(events)
    })
  })

  it.runIf(isLongRun).each(Object.entries(answerShapes))(
    'is written whole in proportion: %s',
    (_, shape) => {
      expectLinear((size) => {
        const events = shape(size)
        return () => asServer.answer(events, plainRequest)
      })
    },
  )

  it.runIf(isLongRun).each(Object.entries(answerShapes))(
    'is read in proportion: %s',
    (_, shape) => {
      expectLinear((size) => {
        const events = shape(size)
        const frames = written(events).flatMap((text) => text.split(/(?<=\n\r?\n)/))
        const whole = asServer.answer(events, plainRequest)
        return () => {
          const reader = asClient.read()
          for (const frame of frames) reader.step(frame)
          reader.finish()
          asClient.answer(whole)
        }
      })
    },
  )
})

describe('frames', () => {
  it.each([64 * 1024, 16 * 1024 * 1024])('are cut in proportion, up to %i bytes', (bytesMax) => {
    expectLinear((size) => {
      const chunk = Buffer.from(`data: ${'x'.repeat(1_000)}`)
      return () => {
        const cutter = frameCutter(bytesMax)
        for (let sent = 0; sent < size / 4; sent += 1) cutter.push(chunk)
        cutter.flush()
      }
    })
  })
})

const quotes: Readonly<Record<string, string>> = {
  letters: 'a',
  words: 'word ',
  capitals: 'Ab9-',
  dots: 'a.',
  digits: '1.',
  mails: 'a@b.c',
  lists: 'key-',
  hyphens: '-',
  blanks: ' \n',
  hex: '01234567-',
}

it.each(Object.entries(quotes))(
  'what an upstream quotes is masked in proportion: %s',
  (_, piece) => {
    const secrets = { baseUrl: 'https://api.supplier.example/v1', values: ['very-secret-value'] }
    expectLinear((size) => {
      const quoted = piece.repeat(size * 4)
      return () => masked(`your prompt was ${quoted}`, secrets)
    })
  },
)

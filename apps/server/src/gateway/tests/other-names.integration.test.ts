import { dialectNames } from '@posthouse/llm/canonical/dialect'
import { describe, expect, it } from 'vitest'
import { spyOn } from './conformance/ask-cell.ts'
import { ask, channel, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'

/* Limits by names that a dialect does not have, and fields that let a supplier choose another model. */

const stand = rigs()

async function sentFor(
  more: Readonly<Record<string, unknown>>,
  {
    path = '/v1/chat/completions',
    made = {},
  }: { path?: string; made?: Parameters<typeof channel>[0] } = {},
) {
  const rig = await stand({ channels: [channel(made)] })
  const lastSent = spyOn(rig)
  const response = await ask(rig, { path, more })
  expect(response.status).toBe(200)
  await response.text()
  await until(() => rig.ledger.ends().length === 1)
  const body = JSON.parse(Buffer.from(lastSent()?.body ?? []).toString('utf8'))
  return {
    body,
    dropped: response.headers.get('x-posthouse-dropped'),
    row: rig.ledger.ends()[0]?.usage,
  }
}

const aliases = ['max_new_tokens', 'num_predict', 'max_output_tokens', 'max_tokens_to_sample']

describe('a limit by another name', () => {
  it.each(aliases)('is the limit: %s', async (name) => {
    const { body, row } = await sentFor({ [name]: 2 })
    expect(body).toMatchObject({ max_tokens: 2 })
    expect(body).not.toHaveProperty(name)
    expect(Number(row?.['output_tokens'])).toBeLessThanOrEqual(2)
  })

  it('is one of them, and the smallest counts', async () => {
    const both = { max_new_tokens: 2, max_completion_tokens: 50 }
    expect((await sentFor(both)).body).toMatchObject({ max_completion_tokens: 2 })
    const other = { max_new_tokens: 50, max_completion_tokens: 2 }
    expect((await sentFor(other)).body).toMatchObject({ max_completion_tokens: 2 })
  })

  it('is the limit in every dialect, and over every other', async () => {
    for (const dialects of [['anthropic-messages'], ['openai-responses'], ['openai-chat']]) {
      const made = { plugin: { dialects } }
      const path = '/v1/messages'
      const { body, dropped } = await sentFor(
        { max_tokens: 90, max_new_tokens: 20 },
        { path, made },
      )
      expect(dropped).toBeNull()
      const { max_tokens, max_output_tokens, max_completion_tokens } = body
      expect(max_tokens ?? max_output_tokens ?? max_completion_tokens).toBe(20)
      expect(body).not.toHaveProperty('max_new_tokens')
    }
  })

  it.each(dialectNames)('is named nowhere, for it took effect: towards %s', async (dialect) => {
    const made = { plugin: { dialects: [dialect] } }
    for (const name of aliases) {
      const { dropped, row } = await sentFor({ [name]: 20, min_tokens: 8_000 }, { made })
      expect(dropped).toBe('min_tokens')
      expect(Number(row?.['output_tokens'])).toBeLessThanOrEqual(20)
    }
  })

  it('is refused where it is no number', async () => {
    const rig = await stand({ channels: [channel()] })
    expect((await ask(rig, { more: { max_new_tokens: 'all' } })).status).toBe(400)
    expect((await ask(rig, { more: { Max_New_Tokens: 3 } })).status).toBe(400)
  })

  it('is no other length: what asks for more is named and stays here', async () => {
    const { body, dropped } = await sentFor({ max_tokens: 9, min_tokens: 8_000 })
    expect(body).not.toHaveProperty('min_tokens')
    expect(dropped).toBe('min_tokens')
  })
})

it('a field that lets a supplier choose another model is named and stays here', async () => {
  const more = { route: 'fallback', preset: 'dear', models: ['a'], fallback_models: ['b'] }
  const { body, dropped } = await sentFor(more)
  for (const name of Object.keys(more)) expect(body).not.toHaveProperty(name)
  expect(dropped?.split(', ').toSorted()).toEqual(Object.keys(more).toSorted())
})

describe('a limit that a channel sets', () => {
  it.each([{ overwrite: true }, { pre_add: true }])(
    'is no higher than the client’s: %j',
    async (how) => {
      const bodyParameters = { ...how, max_tokens: 4_000 }
      const { body } = await sentFor({ max_completion_tokens: 3 }, { made: { bodyParameters } })
      expect(body).toMatchObject({ max_tokens: 3, max_completion_tokens: 3 })
    },
  )

  it('stays where it is lower, or the client has none', async () => {
    const made = { bodyParameters: { overwrite: true, max_tokens: 4 } }
    expect((await sentFor({ max_tokens: 90 }, { made })).body).toMatchObject({ max_tokens: 4 })
    expect((await sentFor({}, { made })).body).toMatchObject({ max_tokens: 4 })
  })
})

import { describe, expect, it } from 'vitest'
import { spokenDialects } from '../canonical/dialect.ts'
import { dialects, spokenBySuppliers } from '../dialects.ts'
import { quirksOf } from '../suppliers/quirks.ts'
import { plainRequest } from '../testing/plain-request.ts'

const asked = { ...plainRequest, model: 'm', outputLimit: 700, stream: true, usageAsked: true }

describe.each(spokenDialects)('the places of %s', (name) => {
  const { places, body } = spokenBySuppliers[name].asClient
  const written = body(asked).body

  it('are those of the bodies that it writes', () => {
    expect('model' in written).toBe(places.namesModel)
    expect('stream_options' in written).toBe(places.streamOptions)
    expect(places.limitAliases.filter((alias) => alias in written)).toEqual([])
  })

  it('have a limit at the top that is none of its aliases, or inside another field', () => {
    const atTop = Object.values(written).includes(700)
    const limited = places.withLimit?.(written, 500)
    expect(atTop || limited !== undefined || name === 'bedrock-converse').toBe(true)
    if (limited !== undefined) expect(JSON.stringify(limited)).toContain(':500')
  })
})

it('a limit of Gemini takes the place of one in the other spelling', () => {
  const { withLimit } = dialects.gemini.asClient.places
  const given = { generation_config: { max_output_tokens: 9, temperature: 1 } }
  expect(withLimit?.(given, 5)).toEqual({
    generationConfig: { temperature: 1, maxOutputTokens: 5 },
    generation_config: null,
  })
})

it('quirks of a supplier are of its chat completions, but for what it wants in each dialect', () => {
  const quirks = ['max-tokens-only', 'reasoning-comes-back'] as const
  expect(quirksOf({ quirks }, 'openai-chat')).toEqual(quirks)
  expect(quirksOf({ quirks }, 'anthropic-messages')).toEqual(['reasoning-comes-back'])
  expect(quirksOf({ quirks }, 'gemini')).toEqual([])
})

it('headers that a client may set for a dangerous browser are passed on to nobody', () => {
  const { headersPassedOn } = dialects['anthropic-messages'].asClient
  expect(headersPassedOn.test('anthropic-beta')).toBe(true)
  expect(headersPassedOn.test('anthropic-dangerous-direct-browser-access')).toBe(false)
})

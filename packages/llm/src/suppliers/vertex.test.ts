import { describe, expect, it } from 'vitest'
import type { SupplierCall } from './supplier.ts'
import { supplierOf } from './suppliers.ts'

/*
 * The addresses of Vertex AI as its pages have them: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations,
 * https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai (read 26 November 2026).
 */

const vertex = supplierOf(42)
const call: SupplierCall = {
  base: 'https://aiplatform.googleapis.com',
  dialect: 'gemini',
  operation: 'chat',
  model: 'gemini-3.8-flash',
  other: 'us-central1|',
  account: 'of-the-key',
  single: false,
  stream: false,
}
const claude = {
  dialect: 'anthropic-messages',
  model: 'claude-sonnet-4-5@20250929',
} as const

it.each<[Partial<SupplierCall>, string]>([
  [
    {},
    'https://us-central1-aiplatform.googleapis.com/v1/projects/of-the-key/locations/us-central1/publishers/google/models/gemini-3.8-flash:generateContent',
  ],
  [
    { other: 'europe-west4|named', stream: true },
    'https://europe-west4-aiplatform.googleapis.com/v1/projects/named/locations/europe-west4/publishers/google/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
  ],
  [
    { ...claude, other: 'global|' },
    'https://aiplatform.googleapis.com/v1/projects/of-the-key/locations/global/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict',
  ],
  [
    { ...claude, other: 'us-east5|', stream: true },
    'https://us-east5-aiplatform.googleapis.com/v1/projects/of-the-key/locations/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict',
  ],
  [
    { ...claude, other: '|named', operation: 'count' },
    'https://aiplatform.googleapis.com/v1/projects/named/locations/global/publishers/anthropic/models/count-tokens:rawPredict',
  ],
  [
    { other: 'eu|' },
    'https://aiplatform.eu.rep.googleapis.com/v1/projects/of-the-key/locations/eu/publishers/google/models/gemini-3.8-flash:generateContent',
  ],
  [
    { base: 'https://own.example/proxy/v1beta1' },
    'https://own.example/proxy/v1beta1/projects/of-the-key/locations/us-central1/publishers/google/models/gemini-3.8-flash:generateContent',
  ],
])('%j is asked at its address', (more, address) => {
  expect(vertex.place({ ...call, ...more }).href).toBe(address)
})

describe('what is typed as a place leads nowhere else', () => {
  it.each(['evil.example/#|', 'a@evil.example|', '..|../../evil', 'us-central1|a/b?c#d', '|..'])(
    '%s',
    (other) => {
      const { hostname, pathname } = vertex.place({ ...call, other })
      expect(hostname).toMatch(/^(us-central1-)?aiplatform\.googleapis\.com$/)
      expect(pathname).toMatch(
        /^\/v1\/projects\/[^/]+\/locations\/[a-z0-9-]+\/publishers\/google\/models\/[^/]+$/,
      )
    },
  )
})

it.each([
  ['chat', 'claude-opus-5-5', ['anthropic-messages']],
  ['count', 'claude-opus-5-5', ['anthropic-messages']],
  ['chat', 'gemini-3.8-flash', ['gemini']],
  ['count', 'gemini-3.8-flash', []],
] as const)('is asked to %s with %s in %j', (operation, model, dialects) => {
  expect(vertex.speaksFor?.({ operation, model })).toEqual(dialects)
})

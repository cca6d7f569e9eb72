import { describe, expect, it } from 'vitest'
import { dialectNames } from '../canonical/dialect.ts'
import { dialects } from '../dialects.ts'
import type { ModelRequest, Part } from '../canonical/request.ts'
import { plainRequest } from '../testing/plain-request.ts'

const file: Part = { kind: 'file', name: null, source: { kind: 'id', id: 'file-1' } }
const picture: Part = { kind: 'image', detail: null, source: { kind: 'id', id: 'file-2' } }
const words: Part = { kind: 'text', text: 'What is it?' }
const asked: ModelRequest = {
  ...plainRequest,
  outputLimit: 9,
  messages: [{ role: 'user', name: null, parts: [words, file, picture] }],
}

describe.each(dialectNames)('from %s', (from) => {
  const vendor = from.split('-')[0]

  it.each(dialectNames)('to %s a file’s id goes where it is known, or is named', (to) => {
    const { body, dropped } = dialects[to].asClient.body({ ...asked, dialect: from })
    const text = JSON.stringify(body)
    expect(text).toContain('What is it?')
    const isSame = to.split('-')[0] === vendor
    if (isSame) return expect(text).toContain('file-1')
    expect(text).not.toMatch(/file-\d/)
    expect(dropped).toEqual(expect.arrayContaining(['file', 'image']))
  })
})

it.each(dialectNames)('what a format says of itself reaches %s', (to) => {
  const format = {
    type: 'json_schema',
    json_schema: {
      name: 'n',
      description: 'A place on Earth',
      schema: { type: 'object', properties: {} },
    },
  }
  const read = dialects['openai-chat'].asServer.request({
    model: 'claude-sonnet-4-5',
    messages: [{ role: 'user', content: 'x' }],
    response_format: format,
  })
  if (!read.ok) throw new Error(read.reason)
  expect(JSON.stringify(dialects[to].asClient.body(read.value).body)).toContain('A place on Earth')
  const responses = dialects['openai-responses'].asServer.request({
    model: 'm',
    input: 'x',
    text: { format: { type: 'json_schema', ...format.json_schema } },
  })
  expect(responses).toMatchObject({
    ok: true,
    value: { format: { description: 'A place on Earth' } },
  })
})

import { expect, it } from 'vitest'
import { dialectNames } from '../canonical/dialect.ts'
import { dialects } from '../dialects.ts'
import type { ModelRequest, Part } from '../canonical/request.ts'
import { plainRequest } from '../testing/plain-request.ts'

/* More parts than there may be arguments of one call. */

const picture: Part = {
  kind: 'image',
  detail: null,
  source: { kind: 'url', url: 'https://a.example' },
}
const parts = Array.from({ length: 150_000 }, () => picture)
const asked: ModelRequest = {
  ...plainRequest,
  messages: [
    { role: 'user', name: null, parts },
    {
      role: 'assistant',
      name: null,
      parts: [{ kind: 'tool-call', id: 'c', name: 'draw', arguments: '{}' }],
    },
    { role: 'tool', name: null, parts: [{ kind: 'tool-result', id: 'c', parts }] },
    { role: 'user', name: null, parts: [{ kind: 'text', text: 'go on' }, ...parts] },
  ],
}

it.each(dialectNames)('all parts of a message and of a result are written for %s', (name) => {
  const { body } = dialects[name].asClient.body(asked)
  expect(JSON.stringify(body).split('https://a.example').length - 1).toBe(3 * parts.length)
})

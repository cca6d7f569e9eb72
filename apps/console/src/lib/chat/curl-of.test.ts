import { expect, test } from 'vitest'
import { curlOf } from './curl-of.ts'

test('a shell reads the request as it is', () => {
  const content = `it's "quoted" $HOME \`id\` \\ and\nlines`
  const command = curlOf({ model: 'm', messages: [{ role: 'user', content }] }, 'https://a.example')
  expect(command).toContain('curl https://a.example/v1/chat/completions \\\n')
  expect(command).toContain('-H "Authorization: Bearer $POSTHOUSE_API_KEY"')
  // Between single quotes a shell reads everything as it is; a quote ends them, is escaped, and begins them again.
  const body = /-d '((?:[^']|'\\'')*)'$/.exec(command)?.[1] ?? ''
  expect(JSON.parse(body.replaceAll(String.raw`'\''`, "'"))).toEqual({
    model: 'm',
    messages: [{ role: 'user', content }],
    stream: true,
  })
})

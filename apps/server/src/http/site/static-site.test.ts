import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { createStaticSite } from './static-site.ts'

const script = 'export const a = 1\n'.repeat(200)
const folder = mkdtempSync(join(tmpdir(), 'posthouse-site-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html>')
writeFileSync(join(folder, 'routes.json'), JSON.stringify(['/', '/panel/log', '/oauth/:provider']))
writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />')
writeFileSync(join(folder, 'assets/a-1.js'), script)
writeFileSync(join(folder, 'assets/a-1.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets/a-1.js.gz'), gzipSync(script))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const site = createStaticSite(folder)
const get = (path: string, accepted: string) =>
  site.request(path, { headers: { 'accept-encoding': accepted } })

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
])('gives what the build compressed to who accepts %s', async (accepted, encoding) => {
  const response = await get('/assets/a-1.js', accepted)
  const expected = encoding === 'br' ? brotliCompressSync(script) : gzipSync(script)
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(expected)
})

it('gives the file as it is to who accepts nothing', async () => {
  const response = await get('/assets/a-1.js', 'identity')
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.text()).toBe(script)
})

it('lets nobody keep a page, nor what was not found', async () => {
  for (const path of ['/', '/panel/log', '/index.html']) {
    expect((await get(path, '')).headers.get('cache-control')).toBe('no-cache')
  }
  const missing = await get('/assets/gone-1.js', '')
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, null])
})

it('sends a page again only when it has changed', async () => {
  for (const path of ['/', '/panel/log', '/index.html']) {
    const first = await get(path, '')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\//)
    const again = await site.request(path, { headers: { 'if-none-match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe('no-cache')
    const other = await site.request(path, { headers: { 'if-none-match': 'W/"other"' } })
    expect(other.status).toBe(200)
  }
})

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const nothing = 'There is no such address'

it.each([
  // A person with a browser; a reload of a page must find it.
  ['/panel/log', browser, 200, '<!doctype html>'],
  ['/panel/log/?row=7', browser, 200, '<!doctype html>'],
  ['/oauth/github?code=1', browser, 200, '<!doctype html>'],
  ['/metrics', browser, 404, '<!doctype html>'],
  // curl, and programs that watch whether the site is up.
  ['/', '*/*', 200, '<!doctype html>'],
  ['/panel/log', undefined, 200, '<!doctype html>'],
  ['/metrics', '*/*', 404, nothing],
  ['/.well-known/security.txt', undefined, 404, nothing],
  ['/wp-login.php', '*/*', 404, nothing],
  ['/oauth', '*/*', 404, nothing],
  // Programs that want something else.
  ['/mcp', 'application/json, text/event-stream', 404, nothing],
  ['/panel/log', 'application/json', 404, nothing],
  ['/', 'application/json', 404, nothing],
  ['/', 'application/json, text/html;q=0', 404, nothing],
  ['/logo.svg', 'application/json', 200, '<svg xmlns="http://www.w3.org/2000/svg" />'],
])('answers %s to who accepts %s with %d', async (path, accept, status, text) => {
  const headers: Record<string, string> = accept === undefined ? {} : { accept }
  const response = await site.request(path, { headers })
  expect([response.status, await response.text()]).toEqual([status, text])
  const head = await site.request(path, { method: 'HEAD', headers })
  expect([head.status, await head.text()]).toEqual([status, ''])
  if (!path.includes('svg')) expect(response.headers.get('vary')).toMatch(/\baccept(,|$)/)
})

it('finds a page missing again, whatever was kept of it', async () => {
  const tag = (await site.request('/panel/log')).headers.get('etag') ?? ''
  const headers = { accept: browser, 'if-none-match': tag }
  expect((await site.request('/metrics', { headers })).status).toBe(404)
})

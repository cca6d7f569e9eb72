import { openProduct } from '@posthouse/testkit/product'
import { startPostgres } from '@posthouse/testkit/postgres-server'
import { expect, test } from 'vitest'

const calls: readonly (readonly [path: string, body?: object])[] = [
  ['/v1/videos', { model: 'sandbox/video', prompt: 'a film' }],
  ['/v1/videos/video_01a21fa3677778ef94b67e919a427ebd'],
  ['/v1/chat/completions', { model: 'sandbox/chat', messages: [{ role: 'user', content: 'hi' }] }],
  ['/v1/responses', { model: 'sandbox/chat', input: 'hi', store: true }],
  ['/v1/responses/resp_1'],
  ['/suno/submit/music', { prompt: 'a song', mv: 'sandbox/suno' }],
  ['/mj/submit/imagine', { prompt: 'a picture' }],
  ['/api/token/'],
  ['/api/work/self'],
]

test('calls are answered 503 while the database is away', async () => {
  const postgres = await startPostgres()
  try {
    await using product = await openProduct({ env: { DATABASE_URL: postgres.url } })
    const root = await product.root()
    const { key } = await root.client.createToken({ body: { name: 'k', unlimited_quota: true } })
    const ask = async ([path, body]: (typeof calls)[number]) => {
      const response = await fetch(product.address + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          cookie: path.startsWith('/api/') ? root.cookie() : '',
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      await response.text()
      return [path, response.status] as const
    }
    await ask(['/v1/models'])
    await postgres.stop()
    const answers = await Promise.all(calls.map(ask))
    await postgres.start()
    expect(answers.filter(([, status]) => status !== 503).map(String)).toEqual([])
  } finally {
    await postgres.remove()
  }
})

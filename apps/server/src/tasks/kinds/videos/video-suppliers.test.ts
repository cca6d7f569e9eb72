import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Task } from '../../../domain/tasks/task.ts'
import type { SpooledFile } from '../../../http/spool.ts'
import type { Target } from '../../../upstream/outgoing.ts'
import type { SupplierCalls } from '../../call-supplier.ts'
import type { TaskRequest } from '../../task-kind.ts'
import { videoSupplierOf } from './video-suppliers.ts'

/* What suppliers are asked, and what is made of the answers that their pages show. */

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
let folder = ''
let picture: SpooledFile
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-pictures-'))
  const path = join(folder, 'picture')
  await writeFile(path, png)
  const named = { field: 'input_reference', name: 'a.png', type: 'image/jpeg', path }
  picture = { ...named, bytes: png.length, seconds: null, picture: true }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const key = { id: 1n, secret: 'access|the-secret-canary', enabled: true }
const at = (type: number, baseUrl: string, forwarded: string): Target =>
  ({
    channel: { type, baseUrl, other: '', models: [], keys: [key], plugin: {}, ...plain },
    key,
    forwarded,
  }) as unknown as Target
const plain = { mapping: [], headers: {}, bodyParameters: {}, proxy: '' }

type Call = Parameters<SupplierCalls['ask']>[1]

function answering(fields: Fields): { readonly calls: SupplierCalls; readonly asked: Call[] } {
  const asked: Call[] = []
  const calls: SupplierCalls = {
    ask: (_, call) => {
      asked.push(call)
      return Promise.resolve({ ok: true, fields })
    },
    open: () => {
      throw new Error('nothing is opened')
    },
  }
  return { calls, asked }
}

const wanted = (more: Fields = {}, files: readonly SpooledFile[] = []): TaskRequest => ({
  action: 'create',
  request: { prompt: 'a square', seconds: '8', size: '1920x1080', ...more },
  parent: null,
  callback: () => null,
  files,
})

async function submitted(target: Target, answer: Fields, asking = wanted()) {
  const { calls, asked } = answering(answer)
  const submission = await videoSupplierOf(target.channel.type).submit(calls, target, asking)
  return { submission, asked: asked.map(({ url, ...call }) => ({ ...call, url: url.href })) }
}

async function polled(target: Target, supplierId: string, answer: Fields) {
  const { calls, asked } = answering(answer)
  const task = { supplierId } as Task
  const poll = await videoSupplierOf(target.channel.type).poll(calls, target, task)
  return { poll, asked: asked.map(({ url }) => url.href) }
}

describe('Veo', () => {
  const base = 'https://generativelanguage.googleapis.com'
  const veo = at(25, base, 'veo-3.1-generate-preview')
  const name = 'models/veo-3.1-generate-preview/operations/a1b2'

  test('is asked for one film of the size and length that are paid', async () => {
    const { submission, asked } = await submitted(veo, { name })
    expect(asked).toEqual([
      {
        url: `${base}/v1beta/models/veo-3.1-generate-preview:predictLongRunning`,
        method: 'POST',
        body: {
          instances: [{ prompt: 'a square' }],
          parameters: {
            aspectRatio: '16:9',
            resolution: '1080p',
            durationSeconds: 8,
            sampleCount: 1,
          },
        },
      },
    ])
    expect(submission).toEqual({ ok: true, supplierId: name, status: 'queued', progress: 0 })
  })

  test('begins with a picture, whose type its bytes tell', async () => {
    const { asked } = await submitted(veo, { name }, wanted({}, [picture]))
    const image = { bytesBase64Encoded: png.toString('base64'), mimeType: 'image/png' }
    expect(asked[0]?.body).toMatchObject({ instances: [{ prompt: 'a square', image }] })
  })

  test('makes no size that is cheaper by its name alone', async () => {
    const { submission, asked } = await submitted(veo, { name }, wanted({ size: '1921x1080' }))
    expect(submission).toMatchObject({ ok: false, mayRun: false, failure: { status: 400 } })
    expect(asked).toEqual([])
  })

  test('remixes nothing', async () => {
    const asking = { ...wanted(), parent: {} as Task }
    const { submission, asked } = await submitted(veo, { name }, asking)
    expect(submission).toMatchObject({ ok: false, failure: { status: 400 } })
    expect(asked).toEqual([])
  })

  test.each(['../files/1', 'https://evil.example', 'operations/a/b', ''])(
    'has no operation of the name %s',
    async (evil) => {
      const { submission } = await submitted(veo, { name: evil })
      expect(submission).toMatchObject({ ok: false, mayRun: true })
    },
  )

  test('tells its film, and only its own host gets the key', async () => {
    const done = (uri: string) =>
      polled(veo, name, {
        name,
        done: true,
        response: { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } },
      })
    const own = `${base}/v1beta/files/abc:download?alt=media`
    const { poll, asked } = await done(own)
    expect(asked).toEqual([`${base}/v1beta/${name}`])
    expect(poll).toMatchObject({ is: 'succeeded', files: [{ own: new URL(own) }] })
    const other = 'https://storage.example/film.mp4'
    expect((await done(other)).poll).toMatchObject({ files: [{ address: other }] })
  })

  test('tells that it is under way, has failed, or shows nothing', async () => {
    expect((await polled(veo, name, { name })).poll).toMatchObject({ is: 'under-way' })
    const error = { code: 3, message: 'the-secret-canary is wrong', status: 'INVALID_ARGUMENT' }
    const failed = (await polled(veo, name, { name, done: true, error })).poll
    expect(failed).toMatchObject({ is: 'failed', code: 'INVALID_ARGUMENT' })
    expect(JSON.stringify(failed)).not.toContain('canary')
    const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['Not allowed.'] }
    const response = { generateVideoResponse: filtered }
    expect((await polled(veo, name, { name, done: true, response })).poll).toEqual({
      is: 'failed',
      code: 'filtered',
      words: 'Not allowed.',
    })
  })
})

describe('Kling', () => {
  const base = 'https://api-singapore.klingai.com'
  const kling = at(53, base, 'kling-v2-6')
  const answer = { code: 0, data: { task_id: '8', task_status: 'submitted' } }

  test('is asked for a text, in its modes', async () => {
    const { submission, asked } = await submitted(kling, answer, wanted({ seconds: '5' }))
    expect(asked).toEqual([
      {
        url: `${base}/v1/videos/text2video`,
        method: 'POST',
        body: {
          model_name: 'kling-v2-6',
          prompt: 'a square',
          mode: 'pro',
          duration: '5',
          aspect_ratio: '16:9',
        },
      },
    ])
    expect(submission).toMatchObject({ ok: true, supplierId: 'text2video/8' })
  })

  test('is asked for a picture, without a prefix', async () => {
    const { submission, asked } = await submitted(kling, answer, wanted({}, [picture]))
    expect(asked[0]?.url).toBe(`${base}/v1/videos/image2video`)
    expect(asked[0]?.body).toMatchObject({ image: png.toString('base64') })
    expect(submission).toMatchObject({ ok: true, supplierId: 'image2video/8' })
  })

  test('refuses in an answer of 200', async () => {
    const refused = { code: 1102, message: 'Resource pack depleted' }
    const { submission } = await submitted(kling, refused)
    expect(submission).toMatchObject({ ok: false, mayRun: false })
  })

  test('tells how far it is', async () => {
    const told = async (data: Fields) => await polled(kling, 'image2video/8', { code: 0, data })
    const { poll, asked } = await told({ task_status: 'processing' })
    expect(asked).toEqual([`${base}/v1/videos/image2video/8`])
    expect(poll).toMatchObject({ is: 'under-way', status: 'running' })
    const url = 'https://cdn.example/film.mp4'
    const done = { task_status: 'succeed', task_result: { videos: [{ id: '1', url }] } }
    expect((await told(done)).poll).toMatchObject({ is: 'succeeded', files: [{ address: url }] })
    const failed = { task_status: 'failed', task_status_msg: 'of access|the-secret-canary' }
    const words = JSON.stringify((await told(failed)).poll)
    expect(words).toContain('"failed"')
    expect(words).not.toContain('canary')
    expect((await told({})).poll).toMatchObject({ is: 'unclear' })
  })
})

import { channelTypeOf } from '@posthouse/contract/channel-type'
import { compatible } from '@posthouse/llm/suppliers/compatible'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import { describe, expect, it } from 'vitest'
import { asked, sentTo } from '../gateway/tests/rig/sent-to.ts'
import type { Outgoing } from './outgoing.ts'

/*
 * The request that leaves for each supplier with a compatible endpoint: from the default address of its type, as its
 * documentation has it (the pages are named in `compatible.ts`).
 */

const workspace = 'https://dbc-1.cloud.databricks.com'
const account = '023e105f4ecef8ad9ca31a8372d0c353'
const ofAccount = `https://api.cloudflare.com/client/v4/accounts/${account}/ai/v1`

type Place = readonly [type: number, url: string]

const chats: readonly Place[] = [
  [15, 'https://qianfan.baidubce.com/v2/chat/completions'],
  [16, 'https://open.bigmodel.cn/api/paas/v4/chat/completions'],
  [17, 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions'],
  [18, 'https://spark-api-open.xf-yun.com/v1/chat/completions'],
  [19, 'https://api.360.cn/v1/chat/completions'],
  [26, 'https://api.baichuan-ai.com/v1/chat/completions'],
  [27, 'https://api.minimaxi.com/v1/chat/completions'],
  [33, 'https://api.lingyiwanwu.com/v1/chat/completions'],
  [35, `${ofAccount}/chat/completions`],
  [36, 'https://api.cohere.ai/compatibility/v1/chat/completions'],
  [40, 'https://tokenhub.tencentmaas.com/v1/chat/completions'],
  [54, `${workspace}/serving-endpoints/chat/completions`],
  [903, 'https://api.together.ai/v1/chat/completions'],
  [904, 'https://api.fireworks.ai/inference/v1/chat/completions'],
  [905, 'https://api.cerebras.ai/v1/chat/completions'],
  [907, 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
  [908, 'https://api.stepfun.com/v1/chat/completions'],
  [909, 'https://integrate.api.nvidia.com/v1/chat/completions'],
  [910, 'https://ai-gateway.vercel.sh/v1/chat/completions'],
  [911, 'https://router.huggingface.co/v1/chat/completions'],
  [912, 'http://127.0.0.1:8000/v1/chat/completions'],
  [913, 'http://127.0.0.1:1234/v1/chat/completions'],
  [914, 'http://127.0.0.1:8080/v1/chat/completions'],
  [915, 'https://api.deepinfra.com/v1/openai/chat/completions'],
  [916, 'https://api.novita.ai/openai/v1/chat/completions'],
  [917, 'https://api.sambanova.ai/v1/chat/completions'],
]

const vectors: readonly Place[] = [
  [15, 'https://qianfan.baidubce.com/v2/embeddings'],
  [16, 'https://open.bigmodel.cn/api/paas/v4/embeddings'],
  [17, 'https://dashscope.aliyuncs.com/compatible-mode/v1/embeddings'],
  [19, 'https://api.360.cn/v1/embeddings'],
  [26, 'https://api.baichuan-ai.com/v1/embeddings'],
  [35, `${ofAccount}/embeddings`],
  [40, 'https://tokenhub.tencentmaas.com/v1/embeddings'],
  [47, 'https://api.jina.ai/v1/embeddings'],
  [54, `${workspace}/serving-endpoints/embeddings`],
  [903, 'https://api.together.ai/v1/embeddings'],
  [904, 'https://api.fireworks.ai/inference/v1/embeddings'],
  [907, 'https://ark.cn-beijing.volces.com/api/v3/embeddings'],
  [909, 'https://integrate.api.nvidia.com/v1/embeddings'],
  [910, 'https://ai-gateway.vercel.sh/v1/embeddings'],
  [912, 'http://127.0.0.1:8000/v1/embeddings'],
  [913, 'http://127.0.0.1:1234/v1/embeddings'],
  [914, 'http://127.0.0.1:8080/v1/embeddings'],
  [915, 'https://api.deepinfra.com/v1/openai/embeddings'],
  [916, 'https://api.novita.ai/openai/v1/embeddings'],
  [917, 'https://api.sambanova.ai/v1/embeddings'],
]

const pictures: readonly Place[] = [
  [16, 'https://open.bigmodel.cn/api/paas/v4/images/generations'],
  [903, 'https://api.together.ai/v1/images/generations'],
  [907, 'https://ark.cn-beijing.volces.com/api/v3/images/generations'],
]

const rankings: readonly Place[] = [
  [15, 'https://qianfan.baidubce.com/v2/rerank'],
  [16, 'https://open.bigmodel.cn/api/paas/v4/rerank'],
  [47, 'https://api.jina.ai/v1/rerank'],
  [903, 'https://api.together.ai/v1/rerank'],
  [912, 'http://127.0.0.1:8000/v1/rerank'],
  [914, 'http://127.0.0.1:8080/v1/rerank'],
  [916, 'https://api.novita.ai/openai/v1/rerank'],
]

/** The channel as its form fills it in, and a key of the form that the supplier gives out. */
const sentBy = (type: number, more: Partial<Outgoing> = {}, address?: string) => {
  const filled = channelTypeOf(type)?.baseUrl ?? ''
  const baseUrl = address ?? (filled === '' ? workspace : filled)
  return sentTo({ type, baseUrl }, more, 'm-1', type === 35 ? `${account}|the-key` : 'the-key')
}

const piece = (operation: Outgoing['operation'], body: object): Partial<Outgoing> => ({
  operation,
  body: Buffer.from(JSON.stringify(body)),
  outputLimit: null,
  outputLimitFields: [],
})

const ranking = { model: 'm-1', query: 'a', documents: ['b'] }

const operations = [
  ['embed', vectors, { model: 'm-1', input: 'a' }],
  ['image', pictures, { model: 'm-1', prompt: 'a' }],
  ['rerank', rankings, { model: 'm-1', query: 'a', documents: ['b'] }],
] as const

const isUsual = (type: number, operation: string): boolean => {
  const { speaks, speaksFor } = supplierOf(type)
  const asked = { operation: operation as Outgoing['operation'], model: 'm-1' }
  return (speaksFor?.(asked) ?? speaks)[0] === 'openai-chat'
}

describe('a supplier with a compatible endpoint', () => {
  it.each(chats)('of type %d is asked for chat at %s', async (type, url) => {
    const sent = await sentBy(type)
    expect(sent.url).toBe(url)
    expect(sent.headers).toMatchObject({ authorization: 'Bearer the-key' })
    const { max_completion_tokens: limit, ...rest } = asked
    const older = supplierOf(type).quirks.includes('max-tokens-only')
    expect(sent.body).toEqual({ ...rest, [older ? 'max_tokens' : 'max_completion_tokens']: limit })
  })

  describe.each(operations)('is asked to %s', (operation, places, body) => {
    it.each(places)('type %d at %s', async (type, url) => {
      const sent = await sentBy(type, piece(operation, body))
      expect(sent.url).toBe(url)
      expect(sent.headers).toMatchObject({ authorization: 'Bearer the-key' })
      expect(sent.body).toEqual(body)
    })
  })

  it.each([
    [36, piece('embed', { model: 'm-1', input: 'a' }), 'https://api.cohere.ai/v2/embed'],
    [36, piece('rerank', ranking), 'https://api.cohere.ai/v2/rerank'],
    [918, piece('embed', { model: 'm-1', input: 'a' }), 'https://api.voyageai.com/v1/embeddings'],
    [918, piece('rerank', ranking), 'https://api.voyageai.com/v1/rerank'],
  ])('of type %d has words of its own beside: %j', async (type, asked, url) => {
    const sent = await sentBy(type, asked)
    expect(sent.url).toBe(url)
    expect(sent.headers).toMatchObject({ authorization: 'Bearer the-key' })
    expect(sent.body).toMatchObject({ model: 'm-1' })
    expect(sent.body).not.toHaveProperty('top_n')
  })

  it.each([
    'https://api.cohere.ai/compatibility/v1',
    'https://api.cohere.ai/v2/',
    'https://api.cohere.ai/v1',
  ])(
    'of type 36 is asked for vectors below its own version, whatever its address ends with: %s',
    async (address) => {
      const sent = await sentBy(36, piece('rerank', ranking), address)
      expect(sent.url).toBe('https://api.cohere.ai/v2/rerank')
    },
  )

  it('of type 47 packs no numbers: they are packed for the client here', async () => {
    const body = { model: 'm-1', input: 'a', encoding_format: 'base64', task: 'text-matching' }
    const sent = await sentBy(47, piece('embed', body))
    expect(sent.body).toEqual({ model: 'm-1', input: 'a', task: 'text-matching' })
  })

  it('of type 906 is asked for Responses', async () => {
    const sent = await sentBy(906)
    expect(sent.url).toBe('https://api.perplexity.ai/v1/responses')
    expect(sent.headers).toMatchObject({ authorization: 'Bearer the-key' })
    expect(sent.body).toMatchObject({ model: 'm-1', max_output_tokens: 99 })
  })

  it('has its request here for each of its operations', () => {
    const tried = { chat: chats, embed: vectors, image: pictures, rerank: rankings }
    for (const [operation, places] of Object.entries(tried)) {
      const able = Object.entries(compatible)
        .filter(
          ([type, row]) =>
            row.operations?.some((each) => each === operation) && isUsual(Number(type), operation),
        )
        .map(([type]) => Number(type))
      expect(places.map(([type]) => type)).toEqual(able)
    }
  })

  it('lists its models where the form offers it', () => {
    const listed = Object.keys(compatible).flatMap((number) => {
      const type = channelTypeOf(Number(number))
      if (type?.listsModels !== true) return []
      return supplierOf(type.number).lists({ base: type.baseUrl, other: '' }).map(String)
    })
    expect(listed).toEqual([
      'https://qianfan.baidubce.com/v2/models',
      'https://dashscope.aliyuncs.com/compatible-mode/v1/models',
      'https://api.minimaxi.com/v1/models',
      'https://api.lingyiwanwu.com/v1/models',
      'https://api.cohere.ai/v1/models?page_size=1000',
      'https://api.together.ai/v1/models',
      'https://api.fireworks.ai/inference/v1/models',
      'https://api.cerebras.ai/v1/models',
      'https://api.stepfun.com/v1/models',
      'https://integrate.api.nvidia.com/v1/models',
      'https://ai-gateway.vercel.sh/v1/models',
      'https://router.huggingface.co/v1/models',
      'http://127.0.0.1:8000/v1/models',
      'http://127.0.0.1:1234/v1/models',
      'http://127.0.0.1:8080/v1/models',
      'https://api.deepinfra.com/v1/openai/models',
      'https://api.novita.ai/openai/v1/models',
      'https://api.sambanova.ai/v1/models',
    ])
  })
})

describe('an address', () => {
  it.each([
    [17, 'https://dashscope.aliyuncs.com', 'https://dashscope.aliyuncs.com/compatible-mode/v1'],
    [17, 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', null],
    [36, 'https://api.cohere.ai/compatibility/v1', null],
    [54, `${workspace}/serving-endpoints`, null],
    [35, ofAccount, null],
    [907, 'https://ark.cn-beijing.volces.com/api', 'https://ark.cn-beijing.volces.com/api/v3'],
  ])('of type %d may be %s', async (type, baseUrl, found) => {
    const { url } = await sentTo({ type, baseUrl })
    expect(url).toBe(`${found ?? baseUrl}/chat/completions`)
  })

  it('is not left by an account that looks like a path', async () => {
    const baseUrl = 'https://api.cloudflare.com/client/v4'
    const { url } = await sentTo({ type: 35, baseUrl }, {}, 'm-1', '../../user?a=|the-key')
    expect(new URL(url).pathname).toBe(
      '/client/v4/accounts/..%2F..%2Fuser%3Fa%3D/ai/v1/chat/completions',
    )
  })
})

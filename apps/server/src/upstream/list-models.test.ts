import { compatible } from '@posthouse/llm/suppliers/compatible'
import { supplierOf, supplierTypes } from '@posthouse/llm/suppliers/suppliers'
import { describe, expect, it } from 'vitest'
import { channel } from '../gateway/tests/rig/gateway-rig.ts'
import { listModels } from './list-models.ts'
import type { Transport, UpstreamRequest } from './transport/transport.ts'

/*
 * The list of models as each supplier documents its answer, and the address and key that it is asked with.
 */

type Case = {
  readonly base: string
  readonly url: string
  readonly key?: string
  /** One answer a page. */
  readonly pages: readonly unknown[]
  readonly models: readonly string[]
}

const openAiList = (...data: readonly object[]): object => ({ object: 'list', data })

const cases: Readonly<Record<number, Case>> = {
  // https://platform.openai.com/docs/api-reference/models/list
  1: {
    base: 'https://api.openai.com',
    url: 'https://api.openai.com/v1/models',
    pages: [
      openAiList(
        { id: 'gpt-5.6', object: 'model', created: 1686935002, owned_by: 'openai' },
        { id: 'davinci-002', object: 'model', created: 1692634301, owned_by: 'system' },
      ),
    ],
    models: ['davinci-002', 'gpt-5.6'],
  },
  // https://learn.microsoft.com/rest/api/azureopenai/models/list: base models and tuned ones, no deployments
  3: {
    base: 'https://aoairesource.openai.azure.com',
    url: 'https://aoairesource.openai.azure.com/openai/models?api-version=2024-10-21',
    key: 'api-key',
    pages: [
      openAiList(
        {
          status: 'succeeded',
          capabilities: { fine_tune: true, inference: true, chat_completion: false },
          lifecycle_status: 'generally-available',
          deprecation: { fine_tune: 1677662127, inference: 1709284527 },
          id: 'curie',
          created_at: 1646126127,
          object: 'model',
        },
        {
          status: 'succeeded',
          model: 'curie',
          fine_tune: 'ft-72a2792ef7d24ba7b82c7fe4a37e379f',
          id: 'curie.ft-72a2792ef7d24ba7b82c7fe4a37e379f',
          object: 'model',
        },
      ),
    ],
    models: ['curie', 'curie.ft-72a2792ef7d24ba7b82c7fe4a37e379f'],
  },
  // A bare list, as Together sends it: https://docs.together.ai/reference/models-1
  8: {
    base: 'https://own.example/v1',
    url: 'https://own.example/v1/models',
    pages: [[{ id: 'b', object: 'model' }, { id: 'a' }, { id: 'b' }]],
    models: ['a', 'b'],
  },
  // https://platform.claude.com/docs/en/api/models-list: cursors
  14: {
    base: 'https://api.anthropic.com',
    url: 'https://api.anthropic.com/v1/models?limit=1000',
    key: 'x-api-key',
    pages: [
      {
        data: [
          { type: 'model', id: 'claude-b', display_name: 'B', created_at: '2026-02-19T00:00:00Z' },
        ],
        has_more: true,
        first_id: 'claude-b',
        last_id: 'claude-b',
      },
      {
        data: [
          { type: 'model', id: 'claude-a', display_name: 'A', created_at: '2025-02-19T00:00:00Z' },
        ],
        has_more: false,
        first_id: 'claude-a',
        last_id: 'claude-a',
      },
    ],
    models: ['claude-a', 'claude-b'],
  },
  // https://openrouter.ai/docs/api-reference/list-available-models: names with a slash and a variant
  20: {
    base: 'https://openrouter.ai/api',
    url: 'https://openrouter.ai/api/v1/models',
    pages: [
      {
        data: [
          {
            id: 'deepseek/deepseek-r1:free',
            canonical_slug: 'deepseek/deepseek-r1',
            name: 'DeepSeek: R1 (free)',
            created: 1737381095,
            pricing: { prompt: '0', completion: '0' },
            architecture: { input_modalities: ['text'], output_modalities: ['text'] },
          },
        ],
      },
    ],
    models: ['deepseek/deepseek-r1:free'],
  },
  // https://ai.google.dev/api/models#method:-models.list: pages and names of resources
  25: {
    base: 'https://generativelanguage.googleapis.com',
    url: 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
    key: 'x-goog-api-key',
    pages: [
      {
        models: [
          {
            name: 'models/gemini-3-pro',
            baseModelId: 'gemini-3-pro',
            version: '3.0',
            displayName: 'Gemini 3 Pro',
            inputTokenLimit: 1048576,
            supportedGenerationMethods: ['generateContent', 'countTokens'],
          },
        ],
        nextPageToken: 'Ch9tb2RlbHMv',
      },
      {
        models: [
          { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
        ],
      },
    ],
    models: ['gemini-3-pro', 'gemini-embedding-001'],
  },
  // https://api-docs.deepseek.com/api/list-models
  28: {
    base: 'https://api.deepseek.com',
    url: 'https://api.deepseek.com/v1/models',
    pages: [
      openAiList(
        { id: 'deepseek-chat', object: 'model', owned_by: 'deepseek' },
        { id: 'deepseek-reasoner', object: 'model', owned_by: 'deepseek' },
      ),
    ],
    models: ['deepseek-chat', 'deepseek-reasoner'],
  },
  // https://platform.kimi.ai/docs/api/list-models
  29: {
    base: 'https://api.moonshot.ai',
    url: 'https://api.moonshot.ai/v1/models',
    pages: [
      openAiList({
        created: 1753920000,
        id: 'kimi-k2.5',
        object: 'model',
        owned_by: 'moonshot',
        context_length: 262144,
        supports_reasoning: true,
      }),
    ],
    models: ['kimi-k2.5'],
  },
  // https://docs.mistral.ai/api/endpoint/models: the same model under several names
  30: {
    base: 'https://api.mistral.ai',
    url: 'https://api.mistral.ai/v1/models',
    pages: [
      openAiList(
        {
          id: 'mistral-medium-latest',
          object: 'model',
          name: 'mistral-medium-3-5',
          capabilities: { completion_chat: true, completion_fim: false },
          aliases: ['mistral-medium-3-5'],
        },
        { id: 'mistral-medium-3-5', object: 'model', aliases: ['mistral-medium-latest'] },
      ),
    ],
    models: ['mistral-medium-3-5', 'mistral-medium-latest'],
  },
  // https://console.groq.com/docs/api-reference#models-list
  31: {
    base: 'https://api.groq.com/openai',
    url: 'https://api.groq.com/openai/v1/models',
    pages: [
      openAiList({
        id: 'openai/gpt-oss-20b',
        object: 'model',
        created: 1693721698,
        owned_by: 'OpenAI',
        active: true,
        context_window: 131072,
        public_apps: null,
      }),
    ],
    models: ['openai/gpt-oss-20b'],
  },
  // https://docs.ollama.com/api/openai-compatibility: names with a tag
  39: {
    base: 'http://127.0.0.1:11434',
    url: 'http://127.0.0.1:11434/v1/models',
    pages: [
      openAiList({ id: 'gpt-oss:20b', object: 'model', created: 1735689600, owned_by: 'library' }),
    ],
    models: ['gpt-oss:20b'],
  },
  // https://docs.siliconflow.cn/cn/api-reference/models/get-model-list
  45: {
    base: 'https://api.siliconflow.cn',
    url: 'https://api.siliconflow.cn/v1/models',
    pages: [openAiList({ id: 'Pro/zai-org/GLM-5.1', object: 'model', created: 0, owned_by: '' })],
    models: ['Pro/zai-org/GLM-5.1'],
  },
  55: {
    base: 'https://aoairesource.openai.azure.com',
    url: 'https://aoairesource.openai.azure.com/openai/v1/models',
    key: 'api-key',
    pages: [openAiList({ id: 'gpt-4o-2024-11-20', object: 'model', status: 'succeeded' })],
    models: ['gpt-4o-2024-11-20'],
  },
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_ListFoundationModels.html, API_ListInferenceProfiles.html
  32: {
    base: 'https://bedrock-runtime.eu-west-1.amazonaws.com',
    url: 'https://bedrock.eu-west-1.amazonaws.com/foundation-models?byInferenceType=ON_DEMAND&byOutputModality=TEXT',
    pages: [
      {
        modelSummaries: [
          { modelId: 'amazon.nova-lite-v1:0', modelName: 'Nova Lite', providerName: 'Amazon' },
        ],
      },
      {
        inferenceProfileSummaries: [
          {
            inferenceProfileId: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
            inferenceProfileName: 'EU Anthropic Claude Sonnet 4.5',
            status: 'ACTIVE',
            type: 'SYSTEM_DEFINED',
          },
        ],
        nextToken: 'the-next',
      },
      {
        inferenceProfileSummaries: [
          { inferenceProfileId: 'eu.amazon.nova-pro-v1:0', status: 'ACTIVE' },
        ],
      },
    ],
    models: [
      'amazon.nova-lite-v1:0',
      'eu.amazon.nova-pro-v1:0',
      'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ],
  },
  // https://docs.x.ai/docs/api-reference#list-models
  56: {
    base: 'https://api.x.ai',
    url: 'https://api.x.ai/v1/models',
    pages: [openAiList({ id: 'grok-4', created: 1743724800, object: 'model', owned_by: 'xai' })],
    models: ['grok-4'],
  },
}

/** A supplier that gives these answers in turn. */
function answering(pages: readonly unknown[]): {
  readonly transport: Transport
  readonly asked: UpstreamRequest[]
} {
  const asked: UpstreamRequest[] = []
  const transport: Transport = {
    open: (request) => {
      const page = JSON.stringify(pages[Math.min(asked.length, pages.length - 1)])
      asked.push(request)
      const body = {
        read: (
          sink: Parameters<Awaited<ReturnType<Transport['open']>['reply']>['body']['read']>[0],
        ) => {
          sink.data(Buffer.from(page))
          sink.end()
        },
        pause: () => {},
        resume: () => {},
      }
      return {
        reply: Promise.resolve({ status: 200, headers: {}, body }),
        sent: true,
        abort: () => {},
      }
    },
    close: () => Promise.resolve(),
  }
  return { transport, asked }
}

const listed = async (type: number, baseUrl: string, pages: readonly unknown[]) => {
  const { transport, asked } = answering(pages)
  const listing = await listModels(channel({ type, baseUrl }), {
    transports: { http: transport, sandbox: transport },
    clock: { now: () => 0, monotonic: () => 0 },
    privateAllowed: true,
  })
  return { listing, asked }
}

describe('the models of a supplier', () => {
  it.each(Object.entries(cases))('type %s', async (type, { base, url, key, pages, models }) => {
    const { listing, asked } = await listed(Number(type), base, pages)
    expect(listing).toEqual({ ok: true, models })
    expect(asked[0]?.url.href).toBe(url)
    expect(asked[0]?.headers).toHaveProperty(key ?? 'authorization')
    expect(asked).toHaveLength(pages.length)
  })

  it('are known of every supplier', () => {
    const without = supplierTypes.filter(
      (type) => supplierOf(type).lists({ base: 'https://a.example', other: '' }).length === 0,
    )
    // Midjourney, Suno, Vertex AI, Kling, Voyage and ElevenLabs.
    expect(without.toSorted((a, b) => a - b)).toEqual([34, 41, 42, 53, 918, 919])
    const others = [34, 41, 42, 900, 901, 902, ...Object.keys(compatible).map(Number)]
    const known = [...Object.keys(cases).map(Number), ...others]
    expect(known.toSorted((a, b) => a - b)).toEqual(supplierTypes.toSorted((a, b) => a - b))
  })

  it('come page by page from the address of the first', async () => {
    const anthropic = await listed(14, 'https://a.example', cases[14]?.pages ?? [])
    expect(anthropic.asked[1]?.url.search).toBe('?limit=1000&after_id=claude-b')
    const gemini = await listed(25, 'https://a.example', cases[25]?.pages ?? [])
    expect(gemini.asked[1]?.url.search).toBe('?pageSize=1000&pageToken=Ch9tb2RlbHMv')
    const bedrock = await listed(32, 'https://bedrock-runtime.a.example', cases[32]?.pages ?? [])
    expect(bedrock.asked[2]?.url.href).toBe(
      'https://bedrock.a.example/inference-profiles?maxResults=1000&nextToken=the-next',
    )
    const again = await listed(25, 'https://a.example', [{ models: [] }])
    expect(again.asked[0]?.url.search).toBe('?pageSize=1000')
  })

  it('end, whatever a supplier says of further pages', async () => {
    const { listing, asked } = await listed(25, 'https://a.example', [
      { models: [{ name: 'models/a' }], nextPageToken: 'x' },
    ])
    expect(listing).toEqual({ ok: true, models: ['a'] })
    expect(asked).toHaveLength(20)
  })

  it('may be none', async () => {
    for (const empty of [{ object: 'list', data: null }, { data: [] }, {}, []]) {
      expect((await listed(39, 'https://a.example', [empty])).listing).toEqual({
        ok: true,
        models: [],
      })
    }
  })

  it('are not made up of an answer that is no list', async () => {
    for (const wrong of [{ error: { message: 'no' } }, { data: 1 }, 'a', null]) {
      expect((await listed(8, 'https://a.example', [wrong])).listing.ok).toBe(false)
    }
  })
})

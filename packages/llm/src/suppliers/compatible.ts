import { endpointOf, segmentOf } from '../bytes/endpoint.ts'
import { klingToken } from '../signers/kling-token.ts'
import { lastPart } from '../signers/signer.ts'
import { unversioned } from './bedrock.ts'
import { pathOf } from './path-of.ts'
import type { SupplierCall, Supplier } from './supplier.ts'

/*
 * Suppliers with an endpoint of OpenAI's dialects. Each row names the page that its address and its differences come from. `max-tokens-only` is
 * for those whose page has no `max_completion_tokens`: a limit that is ignored would limit nothing.
 */

/** Without `speaks` it speaks OpenAI's chat dialect alone. */
export type CompatibleSupplier = Pick<Supplier, 'name'> & Partial<Omit<Supplier, 'name'>>

const olderFields = ['max-tokens-only', 'no-developer-role'] as const

/** `/compatible-mode` and the like: in the default address, and added where a channel has the bare host of the family's table. */
const below =
  (prefix: string) =>
  (base: string): string => {
    const url = new URL(base)
    return url.pathname === '/' ? new URL(prefix, url).href : base
  }

const inQwenMode = below('/compatible-mode')
const inCohereMode = below('/compatibility')

/** Vectors and reranking have addresses of their own: https://docs.cohere.com/reference/embed, rerank beside it. */
const coherePlace = (call: SupplierCall): URL =>
  call.dialect === 'cohere'
    ? endpointOf(call.base.replace(/(\/compatibility)?(\/v\d)?\/*$/, ''), pathOf(call), 'v2')
    : endpointOf(inCohereMode(call.base), pathOf(call))

/** The account stands in the address, unless the channel's own address has it. */
const cloudflarePlace = (call: SupplierCall): URL => {
  const { account = '', base } = call
  const path = account === '' ? '' : `/accounts/${segmentOf(account)}/ai/v1`
  return endpointOf(`${base.replace(/\/+$/, '')}${path}`, pathOf(call))
}

export const compatible: Readonly<Record<number, CompatibleSupplier>> = {
  // https://cloud.baidu.com/doc/qianfan/s/Hmh4suq26, https://ai.baidu.com/ai-doc/WENXINWORKSHOP/bm9cwwydn
  15: {
    name: 'Baidu Qianfan',
    operations: ['chat', 'embed', 'rerank'],
    quirks: olderFields,
    place: (call) => endpointOf(call.base, pathOf(call), 'v2'),
    lists: ({ base }) => [endpointOf(base, '/models', 'v2')],
  },
  // https://docs.bigmodel.cn/cn/guide/develop/openai/introduction
  16: {
    name: 'Zhipu',
    operations: ['chat', 'embed', 'image', 'rerank'],
    quirks: olderFields,
  },
  // https://help.aliyun.com/zh/model-studio/compatibility-of-openai-with-dashscope
  17: {
    name: 'Alibaba Qwen',
    operations: ['chat', 'completions', 'embed'],
    quirks: ['no-developer-role'],
    place: (call) => endpointOf(inQwenMode(call.base), pathOf(call)),
    lists: ({ base }) => [endpointOf(inQwenMode(base), '/models')],
  },
  // https://www.xfyun.cn/doc/spark/HTTP%E8%B0%83%E7%94%A8%E6%96%87%E6%A1%A3.html
  18: { name: 'iFlytek Spark', operations: ['chat'], quirks: olderFields },
  // https://ai.360.cn/platform/docs/overview
  19: { name: '360', operations: ['chat', 'embed'], quirks: olderFields },
  // https://platform.baichuan-ai.com/docs/api
  26: { name: 'Baichuan', operations: ['chat', 'embed'], quirks: olderFields },
  // https://platform.minimax.io/docs/api-reference/text-openai-api; `max_tokens` is the older name there.
  27: { name: 'MiniMax', operations: ['chat'], quirks: ['no-developer-role'] },
  // https://platform.lingyiwanwu.com/docs/api-reference
  33: { name: '01.AI Yi', operations: ['chat'], quirks: olderFields },
  // https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility; models of other vendors go through the
  // gateway of the account: https://developers.cloudflare.com/changelog/post/2026-05-21-rest-api
  35: {
    name: 'Cloudflare AI',
    operations: ['chat', 'embed'],
    signer: lastPart,
    place: cloudflarePlace,
  },
  // https://docs.cohere.com/docs/compatibility-api
  36: {
    name: 'Cohere',
    speaks: ['openai-chat', 'cohere'],
    speaksFor: ({ operation }) => [operation === 'chat' ? 'openai-chat' : 'cohere'],
    operations: ['chat', 'embed', 'rerank'],
    quirks: ['max-tokens-only'],
    place: coherePlace,
    lists: ({ base }) => [endpointOf(new URL(base).origin, '/models?page_size=1000')],
  },
  // https://cloud.tencent.com/document/product/1823/131382: Hunyuan's own platform closed on 30 September 2026.
  40: { name: 'Tencent TokenHub', operations: ['chat', 'embed'], quirks: olderFields },
  // https://api.jina.ai/redoc
  47: {
    name: 'Jina AI',
    operations: ['embed', 'rerank'],
    // Its own name for it is `embedding_type`; numbers are packed for the client here.
    fieldsIn: ({ operation }) => (operation === 'embed' ? { encoding_format: null } : {}),
  },
  // https://docs.databricks.com/machine-learning/model-serving/score-foundation-models.html: below `/serving-endpoints`.
  54: {
    name: 'Databricks',
    operations: ['chat', 'completions', 'embed'],
    quirks: ['max-tokens-only'],
    place: (call) => unversioned({ ...call, base: below('/serving-endpoints')(call.base) }),
  },
  // https://docs.together.ai/docs/inference/openai-compatibility, https://docs.together.ai/reference/rerank
  903: {
    name: 'Together AI',
    operations: ['chat', 'completions', 'embed', 'image', 'rerank'],
    quirks: olderFields,
  },
  // https://docs.fireworks.ai/tools-sdks/openai-compatibility
  904: { name: 'Fireworks AI', operations: ['chat', 'completions', 'embed'] },
  // https://inference-docs.cerebras.ai/resources/openai: instructions are the system's.
  905: {
    name: 'Cerebras',
    operations: ['chat', 'completions'],
    quirks: ['no-developer-role'],
  },
  // https://docs.perplexity.ai/docs/grounded-llm/openai-compatibility; its chat completions ended on 27 September 2026:
  // https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar/overview
  906: { name: 'Perplexity', speaks: ['openai-responses'], operations: ['chat'] },
  // https://www.volcengine.com/docs/82379/1330626
  907: {
    name: 'VolcEngine Ark',
    operations: ['chat', 'embed', 'image'],
    quirks: ['no-developer-role'],
    place: (call) => endpointOf(call.base, pathOf(call), 'v3'),
  },
  // https://platform.stepfun.com/docs/zh/api-reference/chat/chat-completion-create
  908: { name: 'StepFun', operations: ['chat'], quirks: olderFields },
  // https://docs.api.nvidia.com/nim/reference/llm-apis
  909: { name: 'NVIDIA NIM', operations: ['chat', 'embed'], quirks: olderFields },
  // https://vercel.com/docs/ai-gateway/openai-compat
  910: { name: 'Vercel AI Gateway', operations: ['chat', 'embed'] },
  // https://huggingface.co/docs/inference-providers/tasks/chat-completion
  911: { name: 'Hugging Face', operations: ['chat'], quirks: ['max-tokens-only'] },
  // https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
  912: { name: 'vLLM', operations: ['chat', 'completions', 'embed', 'rerank'] },
  // https://lmstudio.ai/docs/developer/openai-compat: pictures come in the request.
  913: {
    name: 'LM Studio',
    operations: ['chat', 'completions', 'embed'],
    quirks: ['max-tokens-only'],
    fetches: [],
  },
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
  914: {
    name: 'llama.cpp',
    operations: ['chat', 'completions', 'embed', 'rerank'],
    quirks: ['max-tokens-only'],
    fetches: [],
  },
  // https://deepinfra.com/docs/openai_api: the version comes before the rest of its path.
  915: {
    name: 'DeepInfra',
    operations: ['chat', 'completions', 'embed'],
    quirks: ['max-tokens-only'],
    place: unversioned,
    lists: ({ base }) => [new URL(`${base.replace(/\/+$/, '')}/models`)],
  },
  // https://app.klingai.com/global/dev/document-api/apiReference/commonInfo: videos alone, and no list.
  53: {
    name: 'Kling AI',
    operations: ['video'],
    signer: klingToken,
    lists: () => [],
  },
  // https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion, model-apis-llm-create-rerank beside it
  916: {
    name: 'Novita AI',
    operations: ['chat', 'completions', 'embed', 'rerank'],
    quirks: ['max-tokens-only'],
  },
  // https://docs.sambanova.ai/docs/en/features/openai-compatibility
  // https://docs.voyageai.com/reference/embeddings-api, reranker-api beside it
  // https://elevenlabs.io/docs/api-reference/text-to-speech/stream, speech-to-text/convert beside it
  919: { name: 'ElevenLabs', speaks: ['elevenlabs'], operations: ['speech', 'transcribe'] },
  918: { name: 'Voyage AI', speaks: ['voyage'], operations: ['embed', 'rerank'] },
  917: { name: 'SambaNova', operations: ['chat', 'embed'], quirks: ['max-tokens-only'] },
}

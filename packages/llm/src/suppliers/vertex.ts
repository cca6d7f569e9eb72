import { segmentOf } from '../bytes/endpoint.ts'
import { pathOf } from './path-of.ts'
import type { SupplierCall, Supplier } from './supplier.ts'

/*
 * Vertex AI (read 26 November 2026). Models of Google:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference. Claude:
 * https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai.
 */

const isClaude = (model: string): boolean => /claude/i.test(model)

/** Google counts tokens in a body of another form than Gemini's own API, so only Claude's are counted there. */
export const vertexSpeaks: NonNullable<Supplier['speaksFor']> = ({ operation, model }) =>
  isClaude(model) ? ['anthropic-messages'] : operation === 'count' ? [] : ['gemini']

/** Claude's model is in the address, its version in the body. A count names the model in its body. */
export const vertexFields: NonNullable<Supplier['fieldsIn']> = ({ dialect }) =>
  dialect === 'anthropic-messages' ? { model: null, anthropic_version: 'vertex-2023-10-16' } : {}

/** `region|project`; without a region it is `global`, without a project the one of the key. */
export function vertexPlace(call: SupplierCall): URL {
  const [region = '', project = ''] = call.other.split('|')
  const location = /^[a-z]+(-[a-z]+\d+)?$/.test(region) ? region : 'global'
  const url = new URL(call.base)
  url.host = hostIn(url, location)
  const path = url.pathname.replace(/\/+$/, '')
  const [action = '', query = ''] = actionOf(call).split('?')
  url.pathname = [
    /\/v\d+(beta\d*)?$/.test(path) ? path : `${path}/v1`,
    `projects/${segmentOf(project || (call.account ?? ''))}`,
    `locations/${location}`,
    `publishers/${action}`,
  ]
    .join('/')
    // Versions of models come after it, and the pages have it as it is.
    .replaceAll('%40', '@')
  url.search = query
  return url
}

const ownHost = 'aiplatform.googleapis.com'

/** https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations: the host of a channel's own address stays. */
function hostIn(url: URL, location: string): string {
  if (url.host !== ownHost || location === 'global') return url.host
  // The multi-regions have hosts of another form.
  if (location === 'us' || location === 'eu') return `aiplatform.${location}.rep.googleapis.com`
  return `${location}-${ownHost}`
}

function actionOf(call: SupplierCall): string {
  if (call.dialect === 'gemini') return `google${pathOf(call)}`
  const { operation, model, stream } = call
  if (operation === 'count') return 'anthropic/models/count-tokens:rawPredict'
  return `anthropic/models/${segmentOf(model)}:${stream ? 'streamRawPredict' : 'rawPredict'}`
}

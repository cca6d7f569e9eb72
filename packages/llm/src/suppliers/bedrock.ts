import { segmentOf } from '../parts/endpoint.ts'
import type { Call } from './supplier.ts'

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html: the model stands in the path. */
export function converseModel({ base, model, stream }: Call): URL {
  const url = new URL(base)
  const action = stream ? 'converse-stream' : 'converse'
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/model/${segmentOf(model)}/${action}`
  return url
}

/**
 * The models that are called by their own names, and the profiles by which most are called, which have a host of their own:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_ListFoundationModels.html, API_ListInferenceProfiles.html.
 */
export const bedrockModels = ({ base }: Pick<Call, 'base'>): readonly URL[] =>
  [
    '/foundation-models?byInferenceType=ON_DEMAND&byOutputModality=TEXT',
    '/inference-profiles?maxResults=1000',
  ].map((path) => new URL(path, base.replace('//bedrock-runtime', '//bedrock')))

import { pathOf } from './path-of.ts'
import type { SupplierCall } from './supplier.ts'

/** The runtime has no version before its paths. */
export function unversioned(call: SupplierCall): URL {
  const url = new URL(call.base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${pathOf(call)}`
  return url
}

/**
 * The models that are called by their own names, and the profiles by which most are called, which have a host of their own:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_ListFoundationModels.html, API_ListInferenceProfiles.html.
 */
export const bedrockModels = ({ base }: Pick<SupplierCall, 'base'>): readonly URL[] =>
  [
    '/foundation-models?byInferenceType=ON_DEMAND&byOutputModality=TEXT',
    '/inference-profiles?maxResults=1000',
  ].map((path) => new URL(path, base.replace('//bedrock-runtime', '//bedrock')))

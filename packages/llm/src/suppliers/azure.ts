import { segmentOf } from '../bytes/endpoint.ts'
import { pathOf } from './path-of.ts'
import type { SupplierCall, Supplier } from './supplier.ts'

/*
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference: a model is a deployment, which stands
 * in the path of the dated API and in the body of the v1 API.
 */

const datedVersion = '2024-10-21'

const withPath = (base: string, path: string, version: string): URL => {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  if (version !== '') url.searchParams.set('api-version', version)
  return url
}

/** Type 3: `/openai/deployments/<deployment>/…?api-version=<other>`. */
export const azureDeployment = (call: SupplierCall): URL =>
  withPath(
    call.base,
    `/openai/deployments/${segmentOf(call.model)}${pathOf(call)}`,
    call.other === '' ? datedVersion : call.other,
  )

/** Type 55: `/openai/v1/…`, with a version only where one is wanted (`preview`). */
export const azureVersioned = (call: SupplierCall): URL =>
  withPath(call.base, `/openai/v1${pathOf(call)}`, call.other)

/** https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses: for 30 days. */
export const azureKept: Supplier['kept'] = ({ base, other, path }) =>
  withPath(base, `/openai/v1/responses${path}`, other)

/** Models that the account may deploy: names of deployments are in no list that a key can read. */
export const azureModels = ({ base, other }: Pick<SupplierCall, 'base' | 'other'>): URL =>
  withPath(base, '/openai/models', other === '' ? datedVersion : other)

export const azureVersionedModels = ({ base, other }: Pick<SupplierCall, 'base' | 'other'>): URL =>
  withPath(base, '/openai/v1/models', other)

import { spokenBySuppliers } from '../dialects.ts'
import type { SupplierCall } from './supplier.ts'

/** The path of a call in its dialect. */
export function pathOf(call: SupplierCall): string {
  const { dialect, operation } = call
  const path = spokenBySuppliers[dialect].asClient.paths[operation]
  if (path === undefined) throw new Error(`${dialect} has no words for ${operation}`)
  return path(call)
}

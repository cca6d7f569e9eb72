import type { Handler } from '../call.ts'

export const getWarnings: Handler<'getWarnings'> = async (_input, { parts }) => {
  const proxy = parts.proxies.found
  return {
    rows: proxy === null ? [] : [{ id: 'untrusted-proxy' as const, figures: { address: proxy } }],
  }
}

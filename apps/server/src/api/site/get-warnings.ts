import type { Handler } from '../call.ts'

export const getWarnings: Handler<'getWarnings'> = async (_input, { parts }) => {
  const address = parts.proxies.found
  const count = await parts.ledger.writer.countRefused()
  return {
    rows: [
      ...(count === 0 ? [] : [{ id: 'refused-settlements' as const, figures: { count } }]),
      ...(address === null ? [] : [{ id: 'untrusted-proxy' as const, figures: { address } }]),
    ],
  }
}

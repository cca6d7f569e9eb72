import type { RawNotice } from '../../domain/payments/gateway-port.ts'

/** The parameters of a notice: of its address, or of its form. Null when a name comes twice, for readers may differ on which counts. */
export function noticeParams(notice: RawNotice): Record<string, string> | null {
  const pairs =
    notice.method === 'GET' ? notice.query : new URLSearchParams(notice.body.toString('utf8'))
  const params = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (params.has(name)) return null
    params.set(name, value)
  }
  return Object.fromEntries(params)
}

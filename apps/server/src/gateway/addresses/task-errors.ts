import type { Refusal } from '@posthouse/contract/refusal'
import type { ErrorShape } from './surface.ts'

/** The supplier's own number, such as 24 of `mj-24`. */
function supplierCode({ extras }: Refusal): number | null {
  const code = extras.inside?.['code']
  const [, digits] = /^mj-(\d{1,3})$/.exec(typeof code === 'string' ? code : '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** Banned word. Clients of this family expect it in a successful answer. */
const bannedWord = 24

const codeOf = (refusal: Refusal): number =>
  supplierCode(refusal) ?? (refusal.status === 429 ? 30 : refusal.status >= 500 ? 5 : 4)

/** `{code, description, type, result}`, as in midjourney-proxy. */
export const midjourneyErrors: ErrorShape = {
  status: (refusal) => (supplierCode(refusal) === bannedWord ? 200 : refusal.status),
  body: (refusal, { language }) =>
    JSON.stringify({
      code: codeOf(refusal),
      description: refusal.text(language),
      type: refusal.code.replaceAll(/[.-]/g, '_'),
      properties: {},
      result: null,
    }),
  event: () => '',
}

/** `{code, message, data}`, as in Suno-API. */
export const sunoErrors: ErrorShape = {
  body: (refusal, { language }) =>
    JSON.stringify({
      code: refusal.code.replaceAll(/[.-]/g, '_'),
      message: refusal.text(language),
      data: null,
    }),
  event: () => '',
}

/** Kling's codes by HTTP status. */
const klingCodes: Readonly<Record<number, number>> = {
  401: 1002,
  402: 1102,
  403: 1103,
  404: 1203,
  405: 1202,
  429: 1302,
  500: 5000,
  503: 5001,
  504: 5002,
}

/** `{code, message, request_id}`, as in Kling AI. */
export const klingErrors: ErrorShape = {
  body: (refusal, { language, requestId }) =>
    JSON.stringify({
      code: klingCodes[refusal.status] ?? (refusal.status >= 500 ? 5000 : 1201),
      message: refusal.text(language),
      request_id: requestId,
    }),
  event: () => '',
}

import type { RefusalText } from './refusal-text.ts'

/** Payment gateways and orders. */
export const payments = {
  'payment.gateway-failed': {
    status: 200,
    zh: '支付网关没有接受请求：{said}',
    en: 'The payment gateway did not take the request: {said}',
  },
} as const satisfies Record<string, RefusalText>

import type { Hook } from './hook.ts'

/** Addresses that machines know from other products of this family; each waits for its tenant. */
export const hookTable: readonly Hook[] = [
  {
    name: 'payment-notice',
    path: '/api/payment/notify/:uuid',
    methods: ['GET', 'POST'],
    bodyBytesMax: 64 * 1024,
    tenant: null,
  },
  {
    name: 'telegram-update',
    path: '/api/telegram/:token',
    methods: ['POST'],
    bodyBytesMax: 256 * 1024,
    tenant: null,
  },
]

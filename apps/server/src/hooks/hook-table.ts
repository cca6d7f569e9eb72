import type { Hook, Tenant } from './hook.ts'

type Tenants = { readonly notices: Tenant; readonly updates: Tenant }

/** Addresses that machines know from other products of this family, and who lives there. */
export const hookTable = ({ notices, updates }: Tenants): readonly Hook[] => [
  {
    name: 'payment-notice',
    path: '/api/payment/notify/:uuid',
    methods: ['GET', 'POST'],
    bodyBytesMax: 64 * 1024,
    tenant: notices,
  },
  {
    name: 'telegram-update',
    path: '/api/telegram/:token',
    methods: ['POST'],
    bodyBytesMax: 256 * 1024,
    tenant: updates,
  },
]

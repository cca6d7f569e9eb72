import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { IdParams } from '../scalars.ts'
import { Binding, identityProviders } from '../user.ts'

/** `email` clears the address, after which a lost password can no longer be reset by mail. */
const Provider = z.object({ type: z.enum([...identityProviders, 'email']) })

/** Connected accounts at other services. The calls that connect them are in the sign-in tables. */
export const bindingCalls = {
  listBindings: {
    method: 'GET',
    path: '/api/user/bindings',
    access: 'user',
    changes: false,
    summary: 'The caller’s accounts at other services.',
    reply: z.array(Binding),
  },
  unbind: {
    method: 'POST',
    path: '/api/user/unbind',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Unbinds an account at another service, unless it is the last way to sign in.',
    body: Provider,
    reply: z.null(),
  },
  listUserBindings: {
    method: 'GET',
    path: '/api/user/:id/bindings',
    access: 'admin',
    changes: false,
    summary: 'The accounts that a user has at other services.',
    params: IdParams,
    reply: z.array(Binding),
  },
  unbindUser: {
    method: 'POST',
    path: '/api/user/:id/unbind',
    access: 'admin',
    changes: true,
    summary: 'Unbinds an account of a user, unless it is the last way to sign in.',
    params: IdParams,
    body: Provider,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>

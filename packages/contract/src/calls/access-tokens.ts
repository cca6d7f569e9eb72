import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { IdParams, nameOf, QuotaUnits, Seconds } from '../scalars.ts'

export const AccessTokenInput = z.object({
  name: nameOf('token.name').max(50),
  codes_per_day: QuotaUnits.min(0, 'user.quota')
    .default(0)
    .describe('Quota of the redemption codes that it may create in a day (UTC). 0: none'),
})

export const AccessToken = z.object({
  id: z.number().int(),
  name: z.string(),
  tail: z.string().describe('The last characters of the token'),
  created_time: Seconds,
  used_time: Seconds.describe('-1: never'),
  codes_per_day: QuotaUnits,
})

/** Tokens for scripts that call this API. An access token cannot create or list them. */
export const accessTokenCalls = {
  listAccessTokens: {
    method: 'GET',
    path: '/api/user/token',
    access: 'user',
    changes: false,
    sessionOnly: true,
    summary: 'The caller’s access tokens for this API, without the tokens themselves.',
    reply: z.array(AccessToken),
  },
  createAccessToken: {
    method: 'POST',
    path: '/api/user/token',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary:
      'Makes an access token for this API, after a recent sign-in. This answer is the only one with the token.',
    body: AccessTokenInput,
    reply: AccessToken.extend({ token: z.string() }),
  },
  deleteAccessToken: {
    method: 'DELETE',
    path: '/api/user/token/:id',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Deletes an access token. It stops at once.',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>

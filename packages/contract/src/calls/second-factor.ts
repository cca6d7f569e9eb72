import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { IdParams } from '../scalars.ts'
import { SavedUser, SecondFactorCode } from '../user.ts'

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Authenticator app codes, required after a password or a sign-in with a connected account. */
export const secondFactorCalls = {
  verifyLogin: {
    method: 'POST',
    path: '/api/user/login/verify',
    access: 'public',
    changes: true,
    summary:
      'Completes a sign-in that answered `auth.second-factor`, with a code of the authenticator app or a recovery code.',
    body: SecondFactorCode,
    reply: SavedUser,
  },
  getSecondFactor: {
    method: 'GET',
    path: '/api/user/second-factor',
    access: 'user',
    changes: false,
    sessionOnly: true,
    summary: 'Whether the caller has an authenticator app, and how many recovery codes are left.',
    reply: z.object({ enabled: z.boolean(), recovery_codes_left: z.number().int() }),
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor/begin',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary:
      'Makes a secret for an authenticator app, after a recent sign-in. It has no effect until a code confirms it.',
    reply: z.object({ secret: z.string(), uri: z.string().describe('For a QR code') }),
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor/confirm',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary:
      'Turns the second step on with the first code. This answer is the only one with the recovery codes.',
    body: SecondFactorCode,
    reply: RecoveryCodes,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/user/second-factor/recovery-codes',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Replaces the recovery codes, after a recent sign-in.',
    reply: RecoveryCodes,
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/api/user/second-factor',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Turns the second step off, after a recent sign-in.',
    reply: z.null(),
  },
  removeUserSecondFactor: {
    method: 'DELETE',
    path: '/api/user/:id/second-factor',
    access: 'admin',
    sessionOnly: true,
    changes: true,
    summary: 'Removes the authenticator app and the passkeys of a user of a lower level.',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>

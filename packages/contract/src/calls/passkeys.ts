import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { IdParams, Name, Seconds } from '../scalars.ts'
import { Base64Url, PasskeyAssertion, SavedUser } from '../user.ts'

/** WebAuthn options as JSON, which the browser parses itself. */
const Options = z.looseObject({ challenge: z.string() })

export const PasskeyName = z.object({ alias: Name.max(50).default('') })

export const passkeyCalls = {
  beginPasskey: {
    method: 'POST',
    path: '/api/webauthn/registration/begin',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'The options that a browser makes a passkey with, after a recent sign-in.',
    body: PasskeyName,
    reply: Options,
  },
  finishPasskey: {
    method: 'POST',
    path: '/api/webauthn/registration/finish',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Stores the passkey that the browser made.',
    body: z.object({
      id: Base64Url,
      rawId: Base64Url,
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: Base64Url,
        attestationObject: Base64Url,
        transports: z
          .array(z.string().regex(/^[\w-]{1,20}$/))
          .max(10)
          .default([]),
      }),
    }),
    reply: z.null(),
  },
  beginPasskeyLogin: {
    method: 'POST',
    path: '/api/webauthn/login/begin',
    access: 'public',
    changes: true,
    summary: 'The options that a browser asks its user for a passkey with. No username is needed.',
    reply: Options,
  },
  finishPasskeyLogin: {
    method: 'POST',
    path: '/api/webauthn/login/finish',
    access: 'public',
    changes: true,
    summary: 'Signs in with a passkey.',
    body: PasskeyAssertion,
    reply: SavedUser,
  },
  listPasskeys: {
    method: 'GET',
    path: '/api/webauthn/credentials',
    access: 'user',
    changes: false,
    sessionOnly: true,
    summary: 'The caller’s passkeys.',
    reply: z.array(
      z.object({
        id: z.number().int(),
        credential_id: z.string(),
        alias: z.string(),
        created_time: Seconds,
        used_time: Seconds.describe('-1: never'),
      }),
    ),
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/api/webauthn/credentials/:id',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Deletes a passkey, unless it is the last way to sign in.',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>

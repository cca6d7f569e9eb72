import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import * as log from '../log.ts'
import { ModelFacts } from '../model-facts.ts'
import * as price from '../pricing/price.ts'
import { TimeZone } from '../time-zone.ts'
import * as user from '../user.ts'

const Nothing = z.null()

export const accountCalls = {
  getSelf: {
    method: 'GET',
    path: '/api/user/self',
    access: 'user',
    changes: false,
    summary: 'The signed-in user with the balance.',
    reply: user.Self,
  },
  updateSelf: {
    method: 'PUT',
    path: '/api/user/self',
    access: 'user',
    changes: true,
    summary:
      'Changes the username, the display name or the password. A new password ends the other sessions.',
    body: user.SelfUpdate,
    reply: user.Self,
  },
  bindEmail: {
    method: 'POST',
    path: '/api/oauth/email/bind',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Sets the e-mail address with a mailed code, after a recent sign-in.',
    body: user.EmailProof,
    reply: user.Self,
  },
  getInvitationCode: {
    method: 'GET',
    path: '/api/user/aff',
    access: 'user',
    changes: false,
    summary: 'The caller’s invitation code, as `/register?aff=` takes it.',
    reply: z.string(),
  },
  getOwnInvitations: {
    method: 'GET',
    path: '/api/user/invitations',
    access: 'user',
    changes: false,
    summary: 'The caller’s invitation code, the users who signed up with it, and the rewards.',
    reply: user.Invitations,
  },
  confirmPassword: {
    method: 'POST',
    path: '/api/user/confirm',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary:
      'Proves again who is calling, for what asks for a recent sign-in: by the password, a code of the authenticator app, or a passkey.',
    body: user.Confirmation,
    reply: Nothing,
  },
  getDashboard: {
    method: 'GET',
    path: '/api/user/dashboard',
    access: 'user',
    changes: false,
    summary: 'The last 7 days by day and model, in the time zone asked for.',
    query: z.object({
      time_zone: TimeZone.default('UTC'),
      days: z.coerce.number().int().min(1).max(90).default(7),
    }),
    reply: z.array(log.DashboardRow),
  },
  listOwnModels: {
    method: 'GET',
    path: '/api/user/models',
    access: 'user',
    changes: false,
    summary: 'Models that the caller, or one of the caller’s tokens, may use.',
    query: z.object({ token: z.coerce.number().int().positive().optional() }),
    reply: z.array(
      z.object({
        id: z.string(),
        owned_by: z.string(),
        price: price.Price.nullable(),
        facts: ModelFacts,
        chats: z.boolean().describe('A chat model, as far as is known or its name tells'),
        chat_rank: z
          .number()
          .int()
          .nullable()
          .describe(
            'Its place among the chat models that can be called now; 0 is the one to suggest. Null: it is not among them.',
          ),
      }),
    ),
  },
  undoChange: {
    method: 'POST',
    path: '/api/undo/:id',
    access: 'user',
    changes: true,
    summary: 'Takes back a bulk change of the caller’s own, once and within ten minutes.',
    params: z.object({ id: z.string().max(64) }),
    reply: z.object({ restored: z.number().int() }),
  },
} as const satisfies Record<string, Endpoint>

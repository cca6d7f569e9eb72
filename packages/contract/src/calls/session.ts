import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Seconds } from '../scalars.ts'
import * as user from '../user.ts'
import { AccessToken } from './access-tokens.ts'

const Nothing = z.null()

const Session = z.object({
  id: z.string(),
  current: z.boolean().describe('The session that asks'),
  address: z.string().describe('Where it signed in from'),
  user_agent: z.string(),
  created_time: Seconds,
  seen_time: Seconds,
})

export const sessionCalls = {
  register: {
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    changes: true,
    turnstile: 'everybody',
    summary: 'Creates an account and signs the browser in.',
    body: user.SignUp,
    reply: user.SavedUser,
  },
  sendCode: {
    method: 'GET',
    path: '/api/verification',
    access: 'public',
    changes: true,
    turnstile: 'signed-out',
    summary:
      'Mails a code of six characters. An address that an account has gets a mail that says so instead; the answer is the same.',
    query: z.object({ email: user.Email }),
    reply: Nothing,
  },
  sendResetLink: {
    method: 'GET',
    path: '/api/reset_password',
    access: 'public',
    changes: true,
    turnstile: 'everybody',
    summary:
      'Mails a link for a new password. The answer does not tell whether the address is known.',
    query: z.object({ email: user.Email }),
    reply: Nothing,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/user/reset',
    access: 'public',
    changes: true,
    summary:
      'Sets a new password with what the mailed link carries, ends all sessions, and deletes the access tokens that the body does not name.',
    body: user.PasswordReset,
    reply: Nothing,
  },
  listTokensOfReset: {
    method: 'POST',
    path: '/api/user/reset/tokens',
    access: 'public',
    changes: true,
    summary:
      'The access tokens of the account that a mailed link is for. The link can still be used.',
    body: user.PasswordReset.pick({ email: true, token: true }),
    reply: z.array(AccessToken),
  },
  login: {
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    changes: true,
    turnstile: 'everybody',
    summary: 'Signs in with a username or e-mail and a password.',
    body: user.Login,
    reply: user.SavedUser,
  },
  logout: {
    method: 'GET',
    path: '/api/user/logout',
    access: 'public',
    changes: true,
    summary:
      'Ends the session. A GET that changes something, kept for old clients; another site cannot call it.',
    reply: Nothing,
  },
  listSessions: {
    method: 'GET',
    path: '/api/user/session',
    access: 'user',
    changes: false,
    sessionOnly: true,
    summary: 'The browsers in which the caller is signed in, last used first.',
    reply: z.array(Session),
  },
  deleteOtherSessions: {
    method: 'DELETE',
    path: '/api/user/session',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Signs the caller out in every other browser.',
    reply: Nothing,
  },
  deleteSession: {
    method: 'DELETE',
    path: '/api/user/session/:id',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Signs the caller out in one browser.',
    params: z.object({ id: z.string().max(64) }),
    reply: Nothing,
  },
} as const satisfies Record<string, Endpoint>

import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import * as user from '../user.ts'

const Nothing = z.null()

export const sessionCalls = {
  register: {
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    changes: true,
    summary: 'Creates an account and signs the browser in.',
    body: user.SignUp,
    reply: user.SavedUser,
  },
  login: {
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    changes: true,
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
      'Ends the session. The only GET that changes something, kept for old clients; another site cannot call it.',
    reply: Nothing,
  },
} as const satisfies Record<string, Endpoint>

import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { filterText } from '../scalars.ts'
import { SavedUser } from '../user.ts'
import { whenMissing } from '../when-missing.ts'

/** A sign-in sends the provider several requests. */
const providerMs = 60_000

const Code = z
  .string({ error: whenMissing('user.code') })
  .trim()
  .min(1, 'user.code')
  .max(4_096)

const Return = z.object({
  code: Code,
  state: z.string().max(64).default(''),
  aff: filterText(64),
  /** The issuer that some OIDC providers add when they redirect back. */
  iss: z.string().max(2_048).default(''),
})

const back = <Path extends `/api/${string}`>(path: Path, name: string) =>
  ({
    method: 'GET',
    path,
    access: 'public',
    changes: true,
    summary: `Signs in with ${name}, or creates an account. With the message “bind” it bound the ${name} account instead. Answers \`auth.second-factor\` where the account asks for a code.`,
    query: Return,
    reply: SavedUser,
    answersWithinMs: providerMs,
  }) as const satisfies Endpoint

export const oauthCalls = {
  startOauth: {
    method: 'GET',
    path: '/api/oauth/state',
    access: 'public',
    changes: true,
    summary:
      'A state for a sign-in with GitHub or Lark: valid once, in this browser. For somebody who is signed in it binds, after a recent sign-in.',
    reply: z.string(),
  },
  startOidc: {
    method: 'GET',
    path: '/api/oauth/endpoint',
    access: 'public',
    changes: true,
    summary: 'The address of the OIDC provider where the sign-in continues.',
    reply: z.string(),
    answersWithinMs: providerMs,
  },
  oauthGitHub: back('/api/oauth/github', 'GitHub'),
  oauthLark: back('/api/oauth/lark', 'Lark'),
  oauthOidc: back('/api/oauth/oidc', 'OIDC'),
  oauthWeChat: {
    method: 'GET',
    path: '/api/oauth/wechat',
    access: 'public',
    changes: true,
    summary:
      'Signs in with a code from the WeChat official account, or creates an account. Answers `auth.second-factor` where the account asks for a code.',
    query: z.object({ code: Code, aff: filterText(64) }),
    reply: SavedUser,
    answersWithinMs: providerMs,
  },
  bindWeChat: {
    method: 'GET',
    path: '/api/oauth/wechat/bind',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'Binds a WeChat account to the caller’s, after a recent sign-in.',
    query: z.object({ code: Code }),
    reply: z.null(),
    answersWithinMs: providerMs,
  },
} as const satisfies Record<string, Endpoint>

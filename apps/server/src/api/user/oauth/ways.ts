import { Refusal } from '@posthouse/contract/refusal'
import type { IdentityProvider } from '@posthouse/contract/user'
import type { Call } from '../../call.ts'

export type Way = Exclude<IdentityProvider, 'telegram'>

/** What people call the providers. */
export const wayNames = { github: 'GitHub', wechat: 'WeChat', lark: 'Lark', oidc: 'OIDC' } as const

const switches = {
  github: 'GitHubOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  lark: 'LarkAuthEnabled',
  oidc: 'OIDCAuthEnabled',
} as const satisfies Record<Way, string>

export function requireOn(way: Way, { parts }: Call): void {
  if (parts.snapshot.get().settings[switches[way]]) return
  throw new Refusal('oauth.off', { provider: wayNames[way] })
}

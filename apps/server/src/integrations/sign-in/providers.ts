import type { SignInPort } from '../../domain/accounts/sign-in-port.ts'
import type { ProviderParts } from '../ask-provider.ts'
import { githubAccount } from './github.ts'
import { larkAccount } from './lark.ts'
import { beginOidc, finishOidc } from './oidc.ts'
import { tryService } from './try-integration.ts'
import { wechatAccount } from './wechat.ts'

/** The services whose accounts sign somebody in. */
export const signInProviders = (parts: ProviderParts): SignInPort => ({
  github: githubAccount(parts),
  lark: larkAccount(parts),
  wechat: wechatAccount(parts),
  beginOidc: beginOidc(parts),
  finishOidc: finishOidc(parts),
  tryService: tryService(parts),
})

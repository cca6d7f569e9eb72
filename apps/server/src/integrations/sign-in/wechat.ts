import { z } from 'zod'
import type { SignInPort } from '../../domain/accounts/sign-in-port.ts'
import { urlBelow, type ProviderParts } from '../ask-provider.ts'
import { askJson } from './ask-json.ts'

const Answer = z.object({ success: z.boolean(), data: z.string().nullish() })

/** Asks the operator's WeChat server whose code it is. */
export const wechatAccount =
  (parts: ProviderParts): SignInPort['wechat'] =>
  async (code, settings) => {
    const url = urlBelow(settings.WeChatServerAddress, '/api/wechat/user')
    url.searchParams.set('code', code)
    const answer = await askJson(
      'WeChat',
      {
        url,
        method: 'GET',
        headers: { authorization: settings.WeChatServerToken },
        privateAllowed: settings.PrivateBaseUrlsAllowed,
      },
      Answer,
      parts,
    )
    if (!answer.success) return null
    return { subject: answer.data ?? '', name: '', email: null }
  }

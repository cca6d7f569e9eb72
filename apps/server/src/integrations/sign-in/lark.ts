import { Refusal } from '@posthouse/contract/refusal'
import { z } from 'zod'
import type { SignInPort } from '../../domain/accounts/sign-in-port.ts'
import { urlBelow, type ProviderParts, type ProviderRequest } from '../ask-provider.ts'
import { askJson } from './ask-json.ts'

const provider = 'Lark'
const Failed = z.object({ code: z.number().refine((code) => code !== 0) })
const AppToken = z.object({ code: z.literal(0), app_access_token: z.string().min(1) })
const UserToken = z.object({
  code: z.literal(0),
  data: z.object({ access_token: z.string().min(1) }),
})
const User = z.object({
  code: z.literal(0),
  data: z.object({ open_id: z.string().default(''), name: z.string().default('') }),
})

/** Lark does not say whether an e-mail address is proved, so none is taken from it. */
export const larkAccount =
  (parts: ProviderParts): SignInPort['lark'] =>
  async (code, settings) => {
    const { LarkAddress: address, PrivateBaseUrlsAllowed: privateAllowed } = settings
    const ask = async <Good extends z.ZodObject>(
      path: string,
      request: Pick<ProviderRequest, 'method' | 'headers' | 'body'>,
      schema: Good,
    ): Promise<z.output<Good>> => {
      const url = urlBelow(address, `/open-apis${path}`)
      const answer = await askJson(
        provider,
        { url, privateAllowed, ...request },
        z.union([schema, Failed]),
        parts,
      )
      if (answer['code'] === 0) return answer as z.output<Good>
      parts.log.info({ provider, path, reason: answer['code'] }, 'a code was refused')
      throw new Refusal('oauth.refused', { provider })
    }
    const post = (body: object, headers = {}) =>
      ({
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body: JSON.stringify(body),
      }) as const
    const app = await ask(
      '/auth/v3/app_access_token/internal',
      post({ app_id: settings.LarkClientId, app_secret: settings.LarkClientSecret }),
      AppToken,
    )
    const user = await ask(
      '/authen/v1/access_token',
      post(
        { grant_type: 'authorization_code', code },
        { authorization: `Bearer ${app.app_access_token}` },
      ),
      UserToken,
    )
    const { data } = await ask(
      '/authen/v1/user_info',
      { method: 'GET', headers: { authorization: `Bearer ${user.data.access_token}` } },
      User,
    )
    return { subject: data.open_id, name: data.name, email: null }
  }

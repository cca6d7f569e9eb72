import { Refusal } from '@posthouse/contract/refusal'
import { z } from 'zod'
import type { SignInPort } from '../../domain/accounts/sign-in-port.ts'
import { urlBelow, type ProviderParts } from '../ask-provider.ts'
import { askJson } from './ask-json.ts'

const provider = 'GitHub'
const Grant = z.object({ access_token: z.string().min(1) }).or(z.object({ error: z.string() }))
const User = z.object({ id: z.number().int().positive(), login: z.string().default('') })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export const githubAccount =
  (parts: ProviderParts): SignInPort['github'] =>
  async (code, settings) => {
    const { PrivateBaseUrlsAllowed: privateAllowed, GitHubApiAddress: api } = settings
    const grant = await askJson(
      provider,
      {
        url: urlBelow(settings.GitHubAddress, '/login/oauth/access_token'),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_id: settings.GitHubClientId,
          client_secret: settings.GitHubClientSecret,
          code,
        }),
        privateAllowed,
      },
      Grant,
      parts,
    )
    if (!('access_token' in grant)) {
      parts.log.info({ provider, reason: grant.error.slice(0, 80) }, 'a code was refused')
      throw new Refusal('oauth.refused', { provider })
    }
    const request = (path: string) =>
      ({
        url: urlBelow(api, path),
        method: 'GET',
        headers: { authorization: `Bearer ${grant.access_token}` },
        privateAllowed,
      }) as const
    const user = await askJson(provider, request('/user'), User, parts)
    // Nobody is turned away because an address cannot be read.
    const emails = await askJson(provider, request('/user/emails'), Emails, parts).catch(() => [])
    const email = emails.find(({ primary, verified }) => primary && verified)?.email ?? null
    return { subject: String(user.id), name: user.login, email }
  }

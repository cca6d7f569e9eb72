import { openProvider, type ProviderServer, secretsOf } from './provider-server.ts'

export type WeChatStandIn = ProviderServer & {
  readonly token: string
  /** A code from the official account, for the user with this id. */
  code(id: string): string
}

/** The operator's server behind a WeChat official account. */
export async function openWeChat(): Promise<WeChatStandIn> {
  const codes = secretsOf<string>('wechat')
  const token = 'wechat-token-canary'
  const server = await openProvider(({ url, path, headers }) => {
    const isOurs = path === '/api/wechat/user' && headers.authorization === token
    const id = isOurs ? codes.take(url.searchParams.get('code') ?? '') : undefined
    return {
      json:
        id === undefined
          ? { success: false, message: 'wrong code', data: '' }
          : { success: true, message: '', data: id },
    }
  })
  return Object.assign(server, { token, code: (id: string) => codes.give(id) })
}

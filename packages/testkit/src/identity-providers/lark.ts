import {
  type Asked,
  consent,
  openProvider,
  type ProviderServer,
  secretsOf,
} from './provider-server.ts'

export type LarkUser = { readonly open_id: string; readonly name: string; readonly email?: string }

export type LarkStandIn = ProviderServer & {
  readonly clientId: string
  readonly clientSecret: string
  user: LarkUser
  code(user?: LarkUser): string
}

const refused = { code: 20_003, msg: 'invalid' }

export async function openLark(): Promise<LarkStandIn> {
  const codes = secretsOf<LarkUser>('lark-code')
  const tokens = secretsOf<LarkUser>('lark-token')
  const app = { clientId: 'cli_lark', clientSecret: 'lark-secret-canary' }
  const bearer = ({ headers }: Asked) => (headers.authorization ?? '').replace('Bearer ', '')
  const answers: Record<string, (asked: Asked) => unknown> = {
    '/open-apis/auth/v3/app_access_token/internal': ({ body }) =>
      body['app_id'] === app.clientId && body['app_secret'] === app.clientSecret
        ? { code: 0, msg: 'ok', app_access_token: 'a-lark-app', expire: 7_200 }
        : refused,
    '/open-apis/authen/v1/access_token': (asked) => {
      const user = codes.take(String(asked.body['code']))
      return user === undefined || bearer(asked) !== 'a-lark-app'
        ? refused
        : { code: 0, msg: 'ok', data: { access_token: tokens.give(user) } }
    },
    '/open-apis/authen/v1/user_info': (asked) => {
      const user = tokens.read(bearer(asked))
      return user === undefined ? refused : { code: 0, msg: 'ok', data: user }
    },
  }
  const server = await openProvider((asked) => {
    const { searchParams } = asked.url
    if (asked.path === '/open-apis/authen/v1/index') {
      const state = searchParams.get('state') ?? ''
      return consent(searchParams.get('redirect_uri') ?? '', { code: standIn.code(), state })
    }
    return { json: answers[asked.path]?.(asked) ?? refused }
  })
  const standIn: LarkStandIn = Object.assign(server, {
    ...app,
    user: { open_id: 'ou_1', name: 'Lark Courier' } as LarkUser,
    code: (user = standIn.user) => codes.give(user),
  })
  return standIn
}

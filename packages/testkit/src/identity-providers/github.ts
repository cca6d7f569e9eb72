import {
  type Asked,
  consent,
  openProvider,
  type ProviderServer,
  secretsOf,
  type Told,
} from './provider-server.ts'

export type GitHubUser = {
  readonly id: number
  readonly login: string
  readonly emails?: readonly { email: string; primary: boolean; verified: boolean }[]
}

export type GitHubStandIn = ProviderServer & {
  readonly clientId: string
  readonly clientSecret: string
  /** The user who is signed in there and consents. */
  user: GitHubUser
  /** A code for the user, as a browser would return it. */
  code(user?: GitHubUser): string
}

/** GitHub's sign-in, for an app whose callback is `back`. */
export async function openGitHub(back = ''): Promise<GitHubStandIn> {
  const codes = secretsOf<GitHubUser>('github-code')
  const tokens = secretsOf<GitHubUser>('github-token')
  const app = { clientId: 'github-client', clientSecret: 'github-secret-canary' }
  const server = await openProvider((asked) => {
    if (asked.path === '/login/oauth/authorize') {
      const { searchParams } = asked.url
      return consent(back, { code: standIn.code(), state: searchParams.get('state') ?? '' })
    }
    if (asked.path === '/login/oauth/access_token') return { json: exchange(asked) }
    return about(asked, tokens.read((asked.headers.authorization ?? '').replace('Bearer ', '')))
  })
  const exchange = ({ body }: Asked): unknown => {
    const isApp = body['client_id'] === app.clientId && body['client_secret'] === app.clientSecret
    const user = codes.take(String(body['code']))
    if (!isApp) return { error: 'incorrect_client_credentials' }
    return user === undefined
      ? { error: 'bad_verification_code' }
      : { access_token: tokens.give(user), token_type: 'bearer', scope: 'user:email' }
  }
  const standIn: GitHubStandIn = Object.assign(server, {
    ...app,
    user: { id: 1, login: 'octocat' } as GitHubUser,
    code: (user = standIn.user) => codes.give(user),
  })
  return standIn
}

function about({ path }: Asked, user: GitHubUser | undefined): Told {
  if (user === undefined) return { json: { message: 'Bad credentials' } }
  if (path === '/user/emails') return { json: user.emails ?? [] }
  return { json: { id: user.id, login: user.login, name: null } }
}

import type { IdentityProvider } from '@posthouse/contract/user'
import { createAccountStore } from '../../domain/accounts/account-store.ts'
import { type Account, isRoot } from '../../domain/accounts/account.ts'
import { createIdentityStore } from '../../domain/accounts/identity-store.ts'
import type { ApiParts } from '../api-parts.ts'

/** Whether the account has another enabled sign-in method. `null` as provider excludes none. */
export async function hasOtherWayIn(
  account: Account,
  provider: IdentityProvider | null,
  { db, snapshot }: Pick<ApiParts, 'db' | 'snapshot'>,
): Promise<boolean> {
  const { settings } = snapshot.get()
  const isOn = {
    github: settings.GitHubOAuthEnabled,
    wechat: settings.WeChatAuthEnabled,
    lark: settings.LarkAuthEnabled,
    oidc: settings.OIDCAuthEnabled,
    telegram: false,
  }
  const hasPassword = (await createAccountStore(db).passwordOf(account.id)) !== ''
  if (hasPassword && (settings.PasswordLoginEnabled || isRoot(account))) return true
  const others = await createIdentityStore(db).listOf(account.id)
  if (others.some((other) => other.provider !== provider && isOn[other.provider])) return true
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', account.id)
    .executeTakeFirst()
  return passkey !== undefined
}

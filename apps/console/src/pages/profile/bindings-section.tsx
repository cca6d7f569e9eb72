import { bindingCalls } from '@posthouse/contract/calls/bindings'
import type { IdentityProvider, Self } from '@posthouse/contract/user'
import { useTranslation } from 'react-i18next'
import { useRead, write } from '../../api/use-call.ts'
import { useSite } from '../../stores/site.ts'
import { Failed } from '../../table/table-states.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'
import { BindButton } from './bind-button.tsx'
import { BindingRow } from './binding-row.tsx'
import { EmailChangeButton } from './email-change.tsx'
import { ProfileList, ProfileSection } from './profile-section.tsx'

const unbind = (type: IdentityProvider | 'email') =>
  write(
    bindingCalls,
    'unbind',
    { body: { type } },
    { changes: ['listBindings', 'getSelf', 'getNotifications'], quiet: true },
  )

/** The e-mail address and the accounts elsewhere that sign the user in. One that is off shows while it is bound. */
export function BindingsSection({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const bindings = useRead(bindingCalls, 'listBindings', {})
  const isOn = useProvidersOn()
  const boundOf = (provider: IdentityProvider) =>
    bindings.data?.find((binding) => binding.provider === provider)
  return (
    <ProfileSection title={t('binding.title')} help={t('binding.help')}>
      {bindings.error !== null && (
        <Failed error={bindings.error} onRetry={() => void bindings.refetch()} />
      )}
      {bindings.isLoading && <WaitingBlock height={80} />}
      {bindings.data !== undefined && (
        <ProfileList>
          <BindingRow
            provider="email"
            bound={self.email === '' ? null : self.email}
            action={<EmailChangeButton />}
            unbind={unbind}
          />
          {shown.map((provider) => {
            const bound = boundOf(provider)
            if (bound === undefined && !isOn[provider]) return null
            return (
              <BindingRow
                key={provider}
                provider={provider}
                bound={bound?.name ?? null}
                {...(bound === undefined
                  ? { action: <BindButton provider={provider} /> }
                  : { since: bound.created_time })}
                unbind={unbind}
              />
            )
          })}
        </ProfileList>
      )}
    </ProfileSection>
  )
}

/** In the order of the sign-in page. */
const shown = ['github', 'wechat', 'lark', 'oidc', 'telegram'] as const

function useProvidersOn(): Readonly<Record<IdentityProvider, boolean>> {
  const info = useSite((site) => site.info)
  return {
    github: info.github_oauth,
    wechat: info.wechat_login,
    lark: info.lark_login,
    oidc: info.oidc_auth,
    telegram: info.telegram_bot !== '',
  }
}

import { bindingCalls } from '@posthouse/contract/calls/bindings'
import type { User } from '@posthouse/contract/managed-user'
import type { IdentityProvider } from '@posthouse/contract/user'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useRead, write } from '../../api/use-call.ts'
import { Failed, LoadingRows } from '../../table/table-states.tsx'
import { BindingRow } from '../profile/binding-row.tsx'
import { ProfileList } from '../profile/profile-section.tsx'

/** What a user is bound to elsewhere, for an administrator who may change the user. */
export function UserBindings({ user }: { readonly user: User }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(bindingCalls, 'listUserBindings', {
    params: { id: String(user.id) },
  })
  const unbind = (type: IdentityProvider | 'email') =>
    write(
      bindingCalls,
      'unbindUser',
      { params: { id: user.id }, body: { type } },
      { changes: ['listUserBindings', 'listUsers'], quiet: true },
    )
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows />
  if (data.length === 0 && user.email === '') {
    return <Typography color="textSecondary">{t('binding.none')}</Typography>
  }
  return (
    <ProfileList>
      {user.email !== '' && <BindingRow provider="email" bound={user.email} unbind={unbind} />}
      {data.map((binding) => (
        <BindingRow
          key={binding.provider}
          provider={binding.provider}
          bound={binding.name}
          since={binding.created_time}
          unbind={unbind}
        />
      ))}
    </ProfileList>
  )
}

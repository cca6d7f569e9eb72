import type { IdentityProvider } from '@posthouse/contract/user'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../stores/confirm.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { notify } from '../../ui/notify.tsx'
import { ProfileRow } from './profile-section.tsx'

type Bindable = IdentityProvider | 'email'

type Props = {
  readonly provider: Bindable
  /** What the account is called there; null: none is bound. */
  readonly bound: string | null
  /** Epoch seconds. */
  readonly since?: number
  /** What can be done beside unbinding, such as binding. */
  readonly action?: ReactNode
  readonly unbind: (provider: Bindable) => Promise<unknown>
}

/** An account at another service, or that none is bound. Unbinding asks first. */
export function BindingRow({ provider, bound, since, action, unbind }: Props) {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const name = provider === 'email' ? t('binding.email') : t(`binding.providers.${provider}`)
  const consequence = { email: 'binding.unbindEmail', telegram: 'binding.unbindTelegram' } as const
  const remove = () =>
    ask({
      title: t('binding.unbindTitle', { name }),
      consequences: [
        t(
          provider === 'email' || provider === 'telegram'
            ? consequence[provider]
            : 'binding.unbindHelp',
        ),
      ],
      action: t('binding.unbind'),
      run: async () => {
        await unbind(provider)
        notify('success', t('binding.unbound', { name }))
      },
    })
  return (
    <ProfileRow
      title={name}
      beneath={
        <>
          {bound === null ? t('binding.notBound') : bound}
          {since !== undefined && (
            <>
              {bound !== '' && ' · '}
              {t('binding.boundAt')} <TimeCell seconds={since} />
            </>
          )}
        </>
      }
      action={
        <>
          {action}
          {bound !== null && (
            <Button
              size="small"
              color="error"
              aria-label={t('binding.unbindOf', { name })}
              onClick={remove}
            >
              {t('binding.unbind')}
            </Button>
          )}
        </>
      }
    />
  )
}

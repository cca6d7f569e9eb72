import type { ReplyOf } from '@posthouse/contract/endpoint'
import { passkeyCalls } from '@posthouse/contract/calls/passkeys'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '../../../api/passkey.ts'
import { useRead, write } from '../../../api/use-call.ts'
import { useConfirm } from '../../../stores/confirm.ts'
import { TimeCell } from '../../../table/cells/time-cell.tsx'
import { Failed } from '../../../table/table-states.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'
import { ProfileList, ProfileRow, ProfileSection } from '../profile-section.tsx'
import { PasskeyAdd } from './passkey-add.tsx'

/** Passkeys, which sign the user in by themselves. */
export function PasskeysSection() {
  const { t } = useTranslation()
  const passkeys = useRead(passkeyCalls, 'listPasskeys', {})
  const [adding, setAdding] = useState(false)
  return (
    <ProfileSection title={t('security.passkeys')} help={t('security.passkeysHelp')}>
      {passkeys.error !== null && (
        <Failed error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      )}
      {passkeys.isLoading && <WaitingBlock height={60} />}
      {passkeys.data?.length === 0 && <Typography>{t('security.noPasskeys')}</Typography>}
      <ProfileList>
        {passkeys.data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ProfileList>
      {canUsePasskeys() && (
        <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setAdding(true)}>
          {t('security.addPasskey')}
        </Button>
      )}
      {adding && <PasskeyAdd onClose={() => setAdding(false)} />}
    </ProfileSection>
  )
}

type Passkey = ReplyOf<typeof passkeyCalls.listPasskeys>[number]

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const { id, alias: name } = passkey
  const writing = { changes: ['listPasskeys'], quiet: true } as const
  const remove = () =>
    ask({
      title: t('security.deletePasskeyTitle', { name }),
      consequences: [t('security.deletePasskeyHelp')],
      action: t('security.deletePasskey'),
      run: () => write(passkeyCalls, 'deletePasskey', { params: { id } }, writing),
    })
  return (
    <ProfileRow
      title={name}
      beneath={
        <>
          {t('security.created')} <TimeCell seconds={passkey.created_time} /> ·{' '}
          {t('security.lastUsed')}{' '}
          <TimeCell seconds={passkey.used_time} never={t('security.neverUsed')} />
        </>
      }
      action={
        <Button
          size="small"
          color="error"
          aria-label={t('security.deletePasskeyOf', { name })}
          onClick={remove}
        >
          {t('security.delete')}
        </Button>
      }
    />
  )
}

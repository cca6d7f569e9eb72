import { accessTokenCalls } from '@posthouse/contract/calls/access-tokens'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import { formatExact } from '@posthouse/contract/format-amount'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, write } from '../../api/use-call.ts'
import { AccessTokenCreate } from './access-token-create.tsx'
import { useConfirm } from '../../stores/confirm.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { Failed } from '../../table/table-states.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'
import { AccessTokenMade } from './access-token-made.tsx'
import { ProfileList, ProfileRow, ProfileSection } from './profile-section.tsx'

/** What scripts call the management API with. */
export function AccessTokensSection() {
  const { t } = useTranslation()
  const tokens = useRead(accessTokenCalls, 'listAccessTokens', {})
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState('')
  return (
    <ProfileSection title={t('profile.accessTokens')} help={t('profile.accessTokensHelp')}>
      {tokens.error !== null && (
        <Failed error={tokens.error} onRetry={() => void tokens.refetch()} />
      )}
      {tokens.isLoading && <WaitingBlock height={80} />}
      {tokens.data?.length === 0 && <Typography>{t('profile.noAccessTokens')}</Typography>}
      <ProfileList>
        {tokens.data?.map((token) => (
          <AccessTokenRow key={token.id} token={token} />
        ))}
      </ProfileList>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setCreating(true)}>
        {t('profile.createToken')}
      </Button>
      {creating && <AccessTokenCreate onClose={() => setCreating(false)} onCreated={setMade} />}
      {made !== '' && <AccessTokenMade token={made} onClose={() => setMade('')} />}
    </ProfileSection>
  )
}

type AccessToken = ReplyOf<typeof accessTokenCalls.listAccessTokens>[number]

function AccessTokenRow({ token }: { readonly token: AccessToken }) {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const { id, name } = token
  const display = useAmountDisplay()
  const writing = { changes: ['listAccessTokens'], quiet: true } as const
  const remove = () =>
    ask({
      title: t('profile.deleteTokenTitle', { name }),
      consequences: [t('profile.deleteTokenHelp')],
      action: t('profile.deleteToken'),
      run: () => write(accessTokenCalls, 'deleteAccessToken', { params: { id } }, writing),
    })
  return (
    <ProfileRow
      title={name}
      beneath={
        <>
          {`pat_…${token.tail}`} · {t('profile.created')} <TimeCell seconds={token.created_time} />{' '}
          · {t('profile.lastUsed')}{' '}
          <TimeCell seconds={token.used_time} never={t('profile.neverUsed')} />
          {token.codes_per_day > 0 &&
            ` · ${t('profile.tokenCodesOf', { amount: formatExact(token.codes_per_day, display) })}`}
        </>
      }
      action={
        <Button
          size="small"
          color="error"
          aria-label={t('profile.deleteTokenOf', { name })}
          onClick={remove}
        >
          {t('profile.delete')}
        </Button>
      }
    />
  )
}

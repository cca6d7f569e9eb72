import { secondFactorCalls } from '@posthouse/contract/calls/second-factor'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../../api/refusal.ts'
import { useRead, write } from '../../../api/use-call.ts'
import { usePasswordAgain } from '../../../forms/use-password-again.tsx'
import { useConfirm } from '../../../stores/confirm.ts'
import { Failed } from '../../../table/table-states.tsx'
import { notify } from '../../../ui/notify.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'
import { ProfileRow } from '../profile-section.tsx'
import { AuthenticatorSetUp, type NewSecret } from './authenticator-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const writing = { changes: ['getSecondFactor'], quiet: true } as const

/** The authenticator app: set up, its recovery codes, and its end. */
export function AuthenticatorRow() {
  const { t } = useTranslation()
  const state = useRead(secondFactorCalls, 'getSecondFactor', {})
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const again = usePasswordAgain()
  const begin = () =>
    again
      .guard(async () =>
        setSecret(await write(secondFactorCalls, 'beginSecondFactor', {}, writing)),
      )
      .catch((error: unknown) => notify('error', summaryOf(error)))
  if (state.error !== null) {
    return <Failed error={state.error} onRetry={() => void state.refetch()} />
  }
  if (state.data === undefined) return <WaitingBlock height={60} />
  const { enabled, recovery_codes_left: left } = state.data
  return (
    <>
      <ProfileRow
        title={t('security.app')}
        beneath={enabled ? t('security.appOn', { count: left }) : t('security.appOff')}
        action={
          enabled ? (
            <OnActions guard={again.guard} onCodes={setCodes} />
          ) : (
            <Button variant="outlined" size="small" onClick={() => void begin()}>
              {t('security.setUp')}
            </Button>
          )
        }
      />
      {secret !== null && (
        <AuthenticatorSetUp made={secret} onClose={() => setSecret(null)} onDone={setCodes} />
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
      {again.dialog}
    </>
  )
}

type ActionProps = {
  readonly guard: ReturnType<typeof usePasswordAgain>['guard']
  readonly onCodes: (codes: readonly string[]) => void
}

function OnActions({ guard, onCodes }: ActionProps) {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const renew = () =>
    ask({
      title: t('security.renewTitle'),
      consequences: [t('security.renewHelp')],
      action: t('security.renew'),
      run: () =>
        guard(async () =>
          onCodes(
            (await write(secondFactorCalls, 'renewRecoveryCodes', {}, writing)).recovery_codes,
          ),
        ),
    })
  const remove = () =>
    ask({
      title: t('security.removeTitle'),
      consequences: [t('security.removeHelp')],
      action: t('security.remove'),
      run: () =>
        guard(async () => {
          await write(secondFactorCalls, 'removeSecondFactor', {}, writing)
          notify('success', t('security.removed'))
        }),
    })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'flex-end' }}>
      <Button size="small" onClick={renew}>
        {t('security.renew')}
      </Button>
      <Button size="small" color="error" onClick={remove}>
        {t('security.remove')}
      </Button>
    </Box>
  )
}

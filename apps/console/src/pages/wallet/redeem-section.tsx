import { redemptionCalls } from '@posthouse/contract/calls/redemptions'
import { formatQuota } from '@posthouse/contract/format-amount'
import { TopUp } from '@posthouse/contract/redemption'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { SeenError } from '../../forms/kit/seen-error.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { ProfileSection } from '../profile/profile-section.tsx'

/** A code in, and what came of it. */
export function RedeemSection() {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const [credited, setCredited] = useState<number | null>(null)
  // A redeemed code leaves an empty form behind.
  const [round, setRound] = useState(0)
  return (
    <ProfileSection title={t('topup.redeem')} help={t('topup.redeemHelp')} startsOpen>
      <RedeemForm
        key={round}
        onSend={() => setCredited(null)}
        onCredited={(quota) => {
          setCredited(quota)
          setRound(round + 1)
        }}
      />
      <Box role="status">
        {credited !== null && (
          <Alert severity="success">
            {t('topup.redeemed', { amount: formatQuota(credited, display) })}
          </Alert>
        )}
      </Box>
    </ProfileSection>
  )
}

type FormProps = {
  readonly onSend: () => void
  readonly onCredited: (quota: number) => void
}

function RedeemForm({ onSend, onCredited }: FormProps) {
  const { t } = useTranslation()
  const redeem = useWrite(redemptionCalls, 'redeemCode', {
    changes: ['getSelf', 'listOwnLogs', 'getOwnStatement'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    TopUp,
    { key: '' },
    async (body) => {
      onSend()
      onCredited(await redeem.mutateAsync({ body }))
    },
  )
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      {submitError !== '' && <SeenError text={submitError} />}
      <TextInput control={form.control} name="key" label={t('topup.key')} code required />
      <Button type="submit" variant="contained" loading={loading} sx={{ alignSelf: 'flex-start' }}>
        {t('topup.submit')}
      </Button>
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { SecondFactorCode } from '@posthouse/contract/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { verifySignIn } from '../../api/session.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { TextInput } from '../kit/text-input.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'

type Props = { readonly onSignedIn: () => void; readonly onBack: () => void }

/** Asks for the code of the authenticator app, or for a recovery code, after a password or an account elsewhere. */
export function SecondStep({ onSignedIn, onBack }: Props) {
  const { t } = useTranslation()
  const [byRecovery, setByRecovery] = useState(false)
  const { form, submit, submitError, loading } = useContractForm(
    SecondFactorCode,
    { code: '' },
    async ({ code }) => {
      await verifySignIn(code)
      onSignedIn()
    },
  )
  const change = () => {
    form.reset()
    setByRecovery(!byRecovery)
  }
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
      <Typography color="textSecondary">
        {t(byRecovery ? 'security.recoveryHelp' : 'security.stepHelp')}
      </Typography>
      <TextInput
        key={String(byRecovery)}
        control={form.control}
        name="code"
        label={t(byRecovery ? 'security.recoveryCode' : 'security.code')}
        autoComplete={byRecovery ? 'off' : 'one-time-code'}
        autoFocus
        code
        required
      />
      {submitError !== '' && <InlineError text={submitError} />}
      <Button type="submit" variant="contained" fullWidth loading={loading} sx={{ minHeight: 40 }}>
        {t('security.verify')}
      </Button>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Button size="small" color="inherit" onClick={onBack}>
          {t('security.back')}
        </Button>
        <Button size="small" onClick={change}>
          {t(byRecovery ? 'security.useApp' : 'security.useRecovery')}
        </Button>
      </Box>
    </Box>
  )
}

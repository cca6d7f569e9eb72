import { secondFactorCalls } from '@posthouse/contract/calls/second-factor'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import { SecondFactorCode } from '@posthouse/contract/user'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/use-call.ts'
import { FormDialog } from '../../../forms/kit/form-dialog.tsx'
import { TextInput } from '../../../forms/kit/text-input.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { usePasswordAgain } from '../../../forms/use-password-again.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { part } from '../../../ui/part.ts'

const QrCode = part(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }))

const qrSize = 180

export type NewSecret = ReplyOf<typeof secondFactorCalls.beginSecondFactor>

type Props = {
  readonly made: NewSecret
  readonly onClose: () => void
  /** The recovery codes exist only in this answer. */
  readonly onDone: (codes: readonly string[]) => void
}

/** The secret as a QR code and as text, and the first code, which turns the second step on. */
export function AuthenticatorSetUp({ made, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const confirm = useWrite(secondFactorCalls, 'confirmSecondFactor', {
    changes: ['getSecondFactor'],
    quiet: true,
  })
  const again = usePasswordAgain()
  const { form, submit, submitError, loading } = useContractForm(
    SecondFactorCode,
    { code: '' },
    (body) =>
      again.guard(async () => {
        const { recovery_codes: codes } = await confirm.mutateAsync({ body })
        onClose()
        onDone(codes)
      }),
  )
  return (
    <>
      <FormDialog
        title={t('security.setUp')}
        submitLabel={t('security.turnOn')}
        submitError={submitError}
        loading={loading}
        dirty={false}
        onSubmit={submit}
        onClose={onClose}
      >
        <Typography color="textSecondary">{t('security.setUpHelp')}</Typography>
        {/* Scanners want dark on light, whatever the theme. */}
        <Box sx={{ p: 3, bgcolor: '#fff', alignSelf: 'center', lineHeight: 0 }}>
          <Suspense fallback={<Skeleton variant="rectangular" width={qrSize} height={qrSize} />}>
            <QrCode value={made.uri} size={qrSize} title={t('security.qr')} />
          </Suspense>
        </Box>
        <CopyField text={made.secret} label={t('security.secret')} />
        <TextInput
          control={form.control}
          name="code"
          label={t('security.code')}
          help={t('security.codeHelp')}
          autoComplete="one-time-code"
          autoFocus
          code
          required
        />
      </FormDialog>
      {again.dialog}
    </>
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSite } from '../../stores/site.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { TextInput } from '../kit/text-input.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'

const WeChatCodeInput = z.object({ code: z.string().trim().min(1, 'user.code').max(64) })

type Props = {
  readonly title: string
  readonly submitLabel: string
  readonly send: (code: string) => Promise<unknown>
  readonly onClose: () => void
}

/** The official account answers a message with a code; the code signs in, or binds. */
export function WeChatCodeForm({ title, submitLabel, send, onClose }: Props) {
  const { t } = useTranslation()
  const picture = useSite((site) => site.info.wechat_qrcode)
  const { form, submit, submitError, loading } = useContractForm(
    WeChatCodeInput,
    { code: '' },
    ({ code }) => send(code),
  )
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      submitError={submitError}
      loading={loading}
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {picture !== '' && (
        <Box
          component="img"
          src={picture}
          alt={t('account.wechatPicture')}
          referrerPolicy="no-referrer"
          sx={{ maxWidth: 300, maxHeight: 300, mx: 'auto', objectFit: 'contain' }}
        />
      )}
      <Typography color="textSecondary">{t('account.wechatHelp')}</Typography>
      <TextInput
        control={form.control}
        name="code"
        label={t('account.code')}
        autoComplete="one-time-code"
        required
      />
    </FormDialog>
  )
}

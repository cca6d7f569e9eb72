import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { bindingCalls } from '@posthouse/contract/calls/bindings'
import { telegramCalls } from '@posthouse/contract/calls/telegram'
import type { BindCode } from '@posthouse/contract/telegram-bot'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../api/refusal.ts'
import { useRead, write } from '../../api/use-call.ts'
import { usePasswordAgain } from '../../forms/use-password-again.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { notify } from '../../ui/notify.tsx'

const lookMs = 2_000

/** Binds a Telegram account: the user sends the bot a code, and this notices. */
export function TelegramBinding() {
  const { t } = useTranslation()
  const again = usePasswordAgain()
  const [code, setCode] = useState<BindCode | null>(null)
  const start = () =>
    again.guard(async () =>
      setCode(await write(telegramCalls, 'createTelegramCode', {}, { quiet: true })),
    )
  return (
    <>
      <Button
        size="small"
        aria-label={t('binding.bindOf', { name: t('binding.providers.telegram') })}
        onClick={() => void start().catch(notifyFailure)}
      >
        {t('binding.bind')}
      </Button>
      {code !== null && <CodeDialog code={code} onClose={() => setCode(null)} />}
      {again.dialog}
    </>
  )
}

type Props = { readonly code: BindCode; readonly onClose: () => void }

function CodeDialog({ code, onClose }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const bindings = useRead(bindingCalls, 'listBindings', {}, { everyMs: lookMs })
  const bound = bindings.data?.some(({ provider }) => provider === 'telegram') === true
  useEffect(() => {
    if (!bound) return
    notify('success', t('binding.bound', { name: t('binding.providers.telegram') }))
    onClose()
  }, [bound, onClose, t])
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('binding.telegramTitle')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          <Typography>{t('binding.telegramHelp', { bot: code.bot })}</Typography>
          <CopyField text={`/bind ${code.code}`} label={t('binding.telegramCode')} />
          <Typography variant="body2" color="textSecondary" role="status">
            {t('binding.telegramWaiting')}
          </Typography>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('binding.telegramClose')}</Button>
        <Button
          component="a"
          href={code.link}
          target="_blank"
          rel="noopener noreferrer"
          variant="contained"
        >
          {t('binding.telegramOpen')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

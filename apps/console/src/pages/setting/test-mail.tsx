import { stationCalls } from '@posthouse/contract/calls/station'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf, messageOf } from '../../api/refusal.ts'
import { useWrite } from '../../api/use-call.ts'

/** Tries the stored mail settings. The server's own words stand below, whether it went well or not. */
export function TestMail() {
  const { t } = useTranslation()
  const [to, setTo] = useState('')
  const send = useWrite(stationCalls, 'sendTestMail', { quiet: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ body: { to } })
  }
  const atField = fieldsOf(send.error)['to']
  return (
    <Box component="form" noValidate onSubmit={submit} aria-label={t('setting.testMail')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
        <TextField
          label={t('setting.testMailTo')}
          type="email"
          value={to}
          onChange={({ target }) => setTo(target.value)}
          error={atField !== undefined}
          helperText={atField ?? t('setting.testMailHelp')}
          sx={{ flex: 1, minWidth: 220 }}
        />
        <Button type="submit" variant="outlined" loading={send.isPending} disabled={to === ''}>
          {t('setting.testMail')}
        </Button>
      </Box>
      {send.isSuccess && (
        <Alert severity="success" sx={{ mt: 2 }}>
          {t('setting.testMailSent', { answer: send.data.answer })}
        </Alert>
      )}
      {send.error !== null && atField === undefined && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {messageOf(send.error)}
        </Alert>
      )}
    </Box>
  )
}

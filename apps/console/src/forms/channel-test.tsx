import { channelCalls } from '@posthouse/contract/calls/channels'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Channel } from '@posthouse/contract/channel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { refresh, useWrite } from '../api/use-call.ts'
import { InlineError } from '../ui/inline-error.tsx'
import { ChannelTrying } from './channel-trying.tsx'

type Props = { readonly channel: Channel; readonly onClose: () => void }

/** A test is kept with the channel, passed or not. */
const kept = { onSettled: () => void refresh(['listChannels', 'getChannel', 'getReadiness']) }

/** A short request through a stored channel, with one of its models. */
export function ChannelTest({ channel, onClose }: Props) {
  const { t } = useTranslation()
  const test = useWrite(channelCalls, 'testChannel', { quiet: true })
  const models = channel.models.filter((model) => !model.includes('*'))
  const [model, setModel] = useState(channel.test_model || (models[0] ?? ''))
  const choices = [...new Set([channel.test_model, ...models])].filter((name) => name !== '')
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="test-title">
      <DialogTitle id="test-title" component="h2" variant="h2">
        {t('channel.testTitle', { name: channel.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {choices.length === 0 ? (
          <InlineError text={t('channel.noTestModel')} />
        ) : (
          <TextField
            select
            label={t('channel.testModel')}
            value={model}
            onChange={(event) => setModel(event.target.value)}
            sx={{ mt: 2 }}
          >
            {choices.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <div aria-live="polite">
          {test.isPending && <ChannelTrying model={test.variables.query.model ?? model} />}
          {test.error !== null && <InlineError text={messageOf(test.error)} />}
          {test.data !== undefined && (
            <Alert severity="success">
              {t('channel.testPassed', { ...test.data, time: test.data.time.toFixed(2) })}
            </Alert>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('action.close')}
        </Button>
        <Button
          variant="contained"
          disabled={model === ''}
          loading={test.isPending}
          onClick={() => test.mutate({ params: { id: channel.id }, query: { model } }, kept)}
        >
          {t('channel.test')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

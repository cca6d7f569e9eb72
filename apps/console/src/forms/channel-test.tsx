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
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { refresh, useWrite } from '../api/use-call.ts'
import { InlineError } from '../ui/inline-error.tsx'
import { ChannelTrying } from './channel-trying.tsx'

type Props = { readonly channel: Channel; readonly onClose: () => void }

/** A test is kept with the channel, passed or not. */
const kept = { onSettled: () => void refresh(['listChannels', 'getChannel', 'getReadiness']) }

/** A short request through a stored channel, sent at once. Others of its models can be tried after it. */
export function ChannelTest({ channel, onClose }: Props) {
  const { t } = useTranslation()
  const choices = [channel.test_model, ...channel.models].filter(
    (name) => name !== '' && !name.endsWith('*'),
  )
  const none = choices.length === 0
  const { test, run } = useTestAtOnce(channel.id, none)
  const [chosen, setChosen] = useState('')
  const model = chosen || (test.data?.model ?? '')
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="test-title">
      <DialogTitle id="test-title" component="h2" variant="h2">
        {t('channel.testTitle', { name: channel.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {none ? (
          <InlineError text={t('channel.noTestModel')} />
        ) : (
          <TextField
            select
            label={t('channel.testModel')}
            helperText={t('channel.testModelHelp')}
            value={model}
            onChange={(event) => setChosen(event.target.value)}
            sx={{ mt: 2 }}
          >
            {[...new Set(choices)].map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <div aria-live="polite">
          {test.isPending && <ChannelTrying model={test.variables.query.model ?? ''} />}
          {test.error !== null && <InlineError text={messageOf(test.error)} />}
          {test.data !== undefined && (
            <Alert severity="success">
              {t('channel.testPassed', { ...test.data, time: test.data.time.toFixed(2) })}
              {test.data.only_streams && ` ${t('channel.testOnlyStreams')}`}
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
          disabled={none}
          loading={test.isPending}
          onClick={() => run(chosen)}
        >
          {t('channel.testAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Opening the dialog is the order to test. The server chooses the model. */
function useTestAtOnce(id: number, none: boolean) {
  const test = useWrite(channelCalls, 'testChannel', { quiet: true })
  const { mutate } = test
  const run = useCallback(
    (model: string) => mutate({ params: { id }, query: { model } }, kept),
    [id, mutate],
  )
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || none) return
    begun.current = true
    run('')
  }, [none, run])
  return { test, run }
}

import { channelCalls } from '@posthouse/contract/calls/channels'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { useWrite } from '../api/use-call.ts'
import { InlineError } from '../ui/inline-error.tsx'
import type { SectionProps } from './channel-form.ts'
import { ChannelTrying } from './channel-trying.tsx'
import { connectionOf, type PassedProbe, probeOf } from './channel-probe.ts'
import { putFaults } from './kit/put-faults.ts'
import { usePasswordAgain } from './use-password-again.tsx'

type Props = SectionProps & { readonly onPassed: (passed: PassedProbe) => void }

/** Sends the values of the form, saved or not, to the real upstream, and shows what came back. */
export function ChannelProbeButton({ form, stored, onPassed }: Props) {
  const { t } = useTranslation()
  const probe = useWrite(channelCalls, 'probeChannel', { quiet: true })
  const password = usePasswordAgain()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const run = async (button: HTMLElement) => {
    const tryIt = async () => {
      const connection = connectionOf(form.getValues())
      const { time, has_responses: hasResponses } = await probe.mutateAsync({
        body: probeOf(form, stored),
      })
      onPassed({ connection, milliseconds: Math.round(time * 1_000), hasResponses })
      setAnchor(button)
    }
    try {
      if (!(await password.guard(tryIt))) probe.reset()
    } catch (error) {
      if (putFaults(form, error)) probe.reset()
      else setAnchor(button)
    }
  }
  return (
    <>
      <Button
        variant="outlined"
        loading={probe.isPending}
        aria-haspopup="dialog"
        onClick={(event) => void run(event.currentTarget)}
      >
        {t('channel.testConnection')}
      </Button>
      <div aria-live="polite">
        {probe.isPending && <ChannelTrying model={probe.variables.body.model ?? ''} />}
      </div>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('channel.testConnection'),
            sx: { p: 3, mb: 1, width: 440, maxWidth: '90vw' },
          },
        }}
      >
        {probe.error !== null && <InlineError text={messageOf(probe.error)} />}
        {probe.data !== undefined && (
          <Alert severity="success" onClose={() => setAnchor(null)}>
            {t('channel.testPassed', { ...probe.data, time: probe.data.time.toFixed(2) })}
            {probe.data.only_streams && ` ${t('channel.testOnlyStreams')}`}
          </Alert>
        )}
      </Popover>
      {password.dialog}
    </>
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ChargeExplanation } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/time/format-time.ts'
import { failureWord } from './charge-words.ts'
import { Fold } from './receipt-steps.tsx'

type Attempt = ChargeExplanation['attempts'][number]

type Props = { readonly charge: ChargeExplanation }

/** The attempts of a call on one scale of time, with the pauses between them. Channels are there for administrators only. */
export function AttemptLine({ charge }: Props) {
  const { t } = useTranslation()
  const { attempts, request_time: time, first_content_time: first } = charge
  const whole = Math.max(1, time, ...attempts.map(({ offset, duration }) => offset + duration))
  return (
    <Fold title={t('charge.attempts', { count: attempts.length })} open>
      {attempts.map((attempt, place) => (
        <li key={attempt.number}>
          <AttemptWords attempt={attempt} />
          <Bar attempt={attempt} whole={whole} />
          <Typography variant="caption" color="textSecondary" component="div">
            {timesOf(attempt, attempts[place - 1])
              .map(({ word, ms }) => t(word, { time: formatDuration(ms) }))
              .join(' · ')}
            {place === attempts.length - 1 &&
              first !== null &&
              ` · ${t('charge.firstTokenAt', { time: formatDuration(first) })}`}
          </Typography>
        </li>
      ))}
    </Fold>
  )
}

function AttemptWords({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useTranslation()
  const { channel, key, status, failure, message } = attempt
  const words = [
    ...(channel === '' ? [] : [key === '' ? channel : `${channel} (${key})`]),
    t(failureWord(failure)),
    ...(status === 0 ? [] : [`HTTP ${status}`]),
  ]
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {words.join(' · ')}
      {message !== '' && (
        <Typography variant="caption" color="textSecondary" component="div">
          {message}
        </Typography>
      )}
    </Box>
  )
}

/** What it shows is in the words below. */
function Bar({ attempt, whole }: { readonly attempt: Attempt; readonly whole: number }) {
  const percent = (ms: number): string => `${Math.min(100, (ms / whole) * 100)}%`
  return (
    <Box
      aria-hidden
      sx={{ position: 'relative', height: 8, my: 1, bgcolor: 'action.hover', borderRadius: 1 }}
    >
      <Box
        sx={{
          position: 'absolute',
          insetBlock: 0,
          left: percent(attempt.offset),
          width: percent(attempt.duration),
          maxWidth: `calc(100% - ${percent(attempt.offset)})`,
          minWidth: 2,
          borderRadius: 1,
          bgcolor: attempt.failure === '' ? 'success.main' : 'error.main',
        }}
      />
    </Box>
  )
}

const timesOf = ({ offset, duration }: Attempt, before: Attempt | undefined) => {
  const pause = before === undefined ? 0 : offset - before.offset - before.duration
  return [
    { word: 'charge.attemptBegan', ms: offset } as const,
    { word: 'charge.attemptTook', ms: duration } as const,
    ...(pause > 0 ? [{ word: 'charge.attemptWaited', ms: pause } as const] : []),
  ]
}

import Box from '@mui/material/Box'
import type { Channel } from '@posthouse/contract/channel'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultWords } from '../../ui/suppliers/fault-words.ts'
import { InlineError } from '../../ui/inline-error.tsx'

type Cooling = Channel['cooling'][number]

/** The time until the next attempt, which goes down while it is shown. */
function useLeft(until: number): string {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(clock)
  }, [])
  const seconds = Math.ceil(until - now / 1_000)
  if (seconds <= 0) return t('channel.frozen.probing')
  return seconds < 60
    ? t('channel.frozen.seconds', { seconds })
    : t('channel.frozen.minutes', { minutes: Math.ceil(seconds / 60) })
}

/** In the list: the time left of what is frozen longest. */
export function FrozenLeft({ cooling }: { readonly cooling: readonly Cooling[] }) {
  const left = useLeft(Math.max(...cooling.map(({ until }) => until)))
  return (
    <Box component="span" sx={{ display: 'block', color: 'warning.main', fontSize: 12 }}>
      {left}
    </Box>
  )
}

/** In the panel: the model, the reason and the time left. */
export function FrozenModel({ model, reason, until }: Cooling) {
  const { t } = useTranslation()
  const left = useLeft(until)
  return (
    <InlineError text={t('channel.frozen.model', { model, left, reason: faultWords(reason, t) })} />
  )
}

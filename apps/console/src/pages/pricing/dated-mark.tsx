import Typography from '@mui/material/Typography'
import { hasEnded, linesInForce, momentsOf } from '@posthouse/contract/dated-lines'
import { conditionOf } from '@posthouse/contract/line-condition'
import type { Price } from '@posthouse/contract/price'
import { useTranslation } from 'react-i18next'
import { dayText } from '../../lib/time/utc-day.ts'

type Dating =
  | { readonly word: 'pricing.ended' | 'pricing.changesOn'; readonly day: string }
  | undefined

/** A line that ended without a successor, else the next change. Undefined in the usual case. */
function datingOf({ lines }: Price): Dating {
  const now = Math.floor(Date.now() / 1_000)
  const ended = linesInForce(lines, now, conditionOf).find((line) => hasEnded(line, now))
  if (ended?.until !== undefined) return { word: 'pricing.ended', day: dayText(ended.until) }
  const next = momentsOf(lines).find((moment) => moment > now)
  return next === undefined ? undefined : { word: 'pricing.changesOn', day: dayText(next) }
}

/** That a price has ended and nothing took its place, or that it changes on a day. */
export function DatedMark({ price }: { readonly price: Price }) {
  const { t } = useTranslation()
  const dating = datingOf(price)
  if (dating === undefined) return null
  return (
    <Typography
      variant="caption"
      component="span"
      color={dating.word === 'pricing.ended' ? 'warning' : 'textSecondary'}
    >
      {t(dating.word, { day: dating.day })}
    </Typography>
  )
}

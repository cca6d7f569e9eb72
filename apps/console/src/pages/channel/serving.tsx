import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { Explanation } from '@posthouse/contract/channel-explanation'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { priceWords } from '../../lib/money/price-words.ts'
import { paths } from '../../paths.ts'
import { faultWords } from '../../ui/suppliers/fault-words.ts'

type Candidate = Explanation['candidates'][number]
type Rejected = Explanation['rejected'][number]

/** The channels that would serve a call, in order, and the others with the reason. */
export function Serving({ found }: { readonly found: Explanation }) {
  const { t } = useTranslation()
  const { candidates, rejected, stopped, group, path } = found
  const serving = useId()
  const others = useId()
  return (
    <>
      {stopped !== null && <Alert severity="warning">{t(`channel.stopped.${stopped}`)}</Alert>}
      <Typography id={serving} component="h3" variant="h3" sx={{ mt: 3 }}>
        {t('channel.wouldServe', { count: candidates.length })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('channel.servingFor', { group, path })}
      </Typography>
      {candidates.length === 0 && (
        <Typography sx={{ mt: 2 }}>{t('channel.nobodyServes')}</Typography>
      )}
      <Box component="ol" aria-labelledby={serving} sx={{ pl: 5, my: 2 }}>
        {candidates.map((candidate) => (
          <CandidateLine key={`${candidate.channel_id} ${candidate.key}`} candidate={candidate} />
        ))}
      </Box>
      {rejected.length > 0 && (
        <>
          <Typography id={others} component="h3" variant="h3" sx={{ mt: 4 }}>
            {t('channel.wouldNotServe')}
          </Typography>
          <Box component="ul" aria-labelledby={others} sx={{ pl: 5, my: 2 }}>
            {rejected.map((one) => (
              <RejectedLine key={`${one.channel_id} ${one.key}`} rejected={one} />
            ))}
          </Box>
        </>
      )}
    </>
  )
}

function CandidateLine({ candidate }: { readonly candidate: Candidate }) {
  const { t } = useTranslation()
  const { key, priority, weight, share, forwarded, price, translation, state } = candidate
  const facts = [
    t('channel.keyNumber', { key }),
    t('channel.priorityAnd', { priority, weight }),
    t('channel.chance', { percent: Math.round(share * 100) }),
    t('channel.sentAs', { model: forwarded }),
    priceWords(price, t),
  ]
  return (
    <Box component="li" sx={{ py: 1 }}>
      <ChannelLink place={candidate} />
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {facts.join(' · ')}
      </Typography>
      {translation !== null && (
        <Typography variant="body2" color="textSecondary">
          {t('channel.translated', translation)}
        </Typography>
      )}
      {state !== 'healthy' && (
        <Typography variant="body2" color="warning">
          {t(`channel.health.${state}`, { seconds: candidate.seconds_left })}
          {candidate.failure !== '' && ` ${faultWords(candidate.failure, t)}`}
        </Typography>
      )}
    </Box>
  )
}

function RejectedLine({ rejected }: { readonly rejected: Rejected }) {
  const { t } = useTranslation()
  const { key, reason, seconds_left: seconds, failure } = rejected
  return (
    <Box component="li" sx={{ py: 1 }}>
      <ChannelLink place={rejected} />
      <Typography variant="body2" color="textSecondary">
        {key !== null && `${t('channel.keyNumber', { key })} · `}
        {t(`channel.rejected.${reason}`)}
        {seconds > 0 && ` ${t('channel.secondsLeft', { seconds })}`}
        {failure !== '' && ` ${faultWords(failure, t)}`}
      </Typography>
    </Box>
  )
}

const ChannelLink = ({ place }: { readonly place: Pick<Rejected, 'channel' | 'channel_id'> }) =>
  place.channel_id === null ? (
    place.channel
  ) : (
    <MuiLink component={Link} to={paths.channelRow(place.channel_id)}>
      {place.channel}
    </MuiLink>
  )

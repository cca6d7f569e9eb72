import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { radius } from '../../../ui/theme/radius.ts'
import { shortClock, type Transcript } from './transcript-files.ts'

type Props = {
  readonly transcript: Transcript
  /** The line that is heard now; -1: none. */
  readonly heard: number
  /** Plays from there. */
  readonly onLine: (seconds: number) => void
}

export function TranscriptLines({ transcript, heard, onLine }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const line = list.current?.children[heard]
    if (!(line instanceof HTMLElement) || list.current === null) return
    const { scrollTop, clientHeight } = list.current
    const isSeen =
      line.offsetTop >= scrollTop && line.offsetTop + line.offsetHeight <= scrollTop + clientHeight
    // The page itself stays where it is.
    if (!isSeen) list.current.scrollTop = line.offsetTop - clientHeight / 3
  }, [heard])
  return (
    <Box
      component="ol"
      ref={list}
      aria-label={t('studio.transcription.transcript')}
      sx={{
        position: 'relative',
        listStyle: 'none',
        m: 0,
        p: 0,
        maxHeight: 360,
        overflow: 'auto',
      }}
    >
      {transcript.segments.map(({ start, text }, at) => (
        <Line
          key={`${at}-${start}`}
          start={start}
          text={text}
          heard={at === heard}
          onClick={() => onLine(start)}
        />
      ))}
    </Box>
  )
}

type LineProps = {
  readonly start: number
  readonly text: string
  readonly heard: boolean
  readonly onClick: () => void
}

function Line({ start, text, heard, onClick }: LineProps) {
  return (
    <li>
      <ButtonBase
        aria-current={heard ? 'true' : undefined}
        onClick={onClick}
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          justifyContent: 'flex-start',
          textAlign: 'start',
          gap: 3,
          width: 1,
          px: 2,
          py: 1,
          borderRadius: radius('control'),
          '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
          '&[aria-current]': { bgcolor: 'action.selected' },
        }}
      >
        <Typography
          component="span"
          variant="caption"
          color="textSecondary"
          sx={{ fontVariantNumeric: 'tabular-nums', minWidth: 40 }}
        >
          {shortClock(start)}
        </Typography>
        <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {text.trim()}
        </Typography>
      </ButtonBase>
    </li>
  )
}

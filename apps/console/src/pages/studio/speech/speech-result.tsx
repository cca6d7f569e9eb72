import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResultProps } from '../frame/studio.ts'
import { formatOf, type SpeechInputs } from './speech-call.ts'
import { voiceOf } from './voices.ts'

const again = 500

/** The sound: while it is made it plays as it comes, afterwards it can be sought in. */
export function SpeechResult({ work, inputs }: ResultProps<SpeechInputs>) {
  const { t } = useTranslation()
  const [file] = work.files
  const running = work.status === 'running'
  const format = formatOf(work.model, inputs.format)
  const voice = voiceOf(work.model, inputs.voice)
  return (
    <Box>
      <Player
        address={`/api/work/file/${work.id}/0`}
        running={running}
        label={t('studio.speech.sound', { title: work.title })}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1, flexWrap: 'wrap' }}>
        {file !== undefined && (
          <Button component="a" href={file.url} download={`${work.id}.${format}`} size="small">
            {t('studio.download')}
          </Button>
        )}
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {voice === '' ? format.toUpperCase() : `${voice} · ${format.toUpperCase()}`}
        </Typography>
      </Box>
    </Box>
  )
}

type PlayerProps = {
  readonly address: string
  readonly running: boolean
  readonly label: string
}

function Player({ address, running, label }: PlayerProps) {
  // What began while the sound was made goes on until it is paused: then the whole file takes its place.
  const [live, setLive] = useState(running)
  const [tries, setTries] = useState(0)
  const [waits, setWaits] = useState(false)
  const [reached, setReached] = useState(0)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => {
      setWaits(false)
      if (running) setTries((count) => count + 1)
      else setLive(false)
    }, again)
    return () => clearTimeout(timer)
  }, [waits, running])
  const settle = ({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>): void => {
    if (running || !live) return
    setReached(player.ended ? 0 : player.currentTime)
    setLive(false)
  }
  return (
    <Box
      component="audio"
      key={live ? tries : 'whole'}
      src={address}
      controls
      autoPlay={live}
      preload="metadata"
      aria-label={label}
      onError={() => {
        // Nothing has come yet.
        if (live) setWaits(true)
      }}
      onPause={settle}
      onEnded={settle}
      onLoadedMetadata={({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>) => {
        if (!live && reached > 0) player.currentTime = reached
      }}
      sx={{ display: 'block', width: 1 }}
    />
  )
}

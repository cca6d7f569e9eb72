import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { WorkFile } from '@posthouse/contract/calls/works'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../api/download.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { radius } from '../../../ui/theme/radius.ts'
import { blobAt } from '../frame/run-work.ts'
import type { Inputs, ResultProps } from '../frame/studio.ts'
import { lineAt, plainText, srt, type Transcript, transcriptIn, vtt } from './transcript-files.ts'
import { TranscriptLines } from './transcript-lines.tsx'

/** What was heard, below a player that goes to the line that is clicked. */
export function TranscriptResult<Values extends Inputs>({ work }: ResultProps<Values>) {
  const [sound] = work.sent
  const [file] = work.files
  const player = useRef<HTMLMediaElement>(null)
  const [time, setTime] = useState(-1)
  return (
    <>
      {sound !== undefined && <Player file={sound} player={player} onTime={setTime} />}
      {file === undefined ? (
        work.status === 'running' && <Skeleton variant="rounded" height={96} />
      ) : (
        <Heard
          file={file}
          name={work.title.replace(/\.\w+$/, '') || work.id}
          time={time}
          onLine={(seconds) => {
            if (player.current === null) return
            player.current.currentTime = seconds
            void player.current.play().catch(() => undefined)
          }}
        />
      )}
    </>
  )
}

type PlayerProps = {
  readonly file: WorkFile
  readonly player: RefObject<HTMLMediaElement | null>
  readonly onTime: (seconds: number) => void
}

function Player({ file, player, onTime }: PlayerProps) {
  const isFilm = file.media_type.startsWith('video/')
  return (
    <Box
      component={isFilm ? 'video' : 'audio'}
      ref={player}
      src={file.url}
      controls
      playsInline
      preload="metadata"
      aria-label={file.file_name}
      onTimeUpdate={({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
        onTime(currentTarget.currentTime)
      }
      sx={{
        display: 'block',
        width: 1,
        ...(isFilm && {
          maxHeight: '50vh',
          bgcolor: 'common.black',
          borderRadius: radius('control'),
        }),
      }}
    />
  )
}

type HeardProps = {
  readonly file: WorkFile
  readonly name: string
  readonly time: number
  readonly onLine: (seconds: number) => void
}

function Heard({ file, name, time, onLine }: HeardProps) {
  const { t } = useTranslation()
  const { data: json, error } = useQuery({
    queryKey: ['transcript', file.url],
    queryFn: async () => (await blobAt(file.url, file.media_type)).text(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error !== null) return <Typography color="error">{error.message}</Typography>
  if (json === undefined) return <Skeleton variant="rounded" height={96} />
  const transcript = transcriptIn(json)
  if (transcript === null) return <Typography color="error">{t('studio.failed')}</Typography>
  const isSilent = plainText(transcript) === ''
  return (
    <>
      {isSilent ? (
        <Typography color="textSecondary">{t('studio.transcription.silence')}</Typography>
      ) : transcript.segments.length > 0 ? (
        <TranscriptLines transcript={transcript} heard={lineAt(transcript, time)} onLine={onLine} />
      ) : (
        <Typography
          tabIndex={0}
          role="region"
          aria-label={t('studio.transcription.transcript')}
          sx={{
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            maxHeight: 360,
            overflow: 'auto',
          }}
        >
          {plainText(transcript)}
        </Typography>
      )}
      <Files transcript={transcript} json={json} name={name} />
    </>
  )
}

type FilesProps = { readonly transcript: Transcript; readonly json: string; readonly name: string }

function Files({ transcript, json, name }: FilesProps) {
  const { t } = useTranslation()
  const hasTimes = transcript.segments.length > 0
  const files = [
    { end: 'txt', type: 'text/plain', text: () => plainText(transcript) },
    ...(hasTimes
      ? [
          { end: 'srt', type: 'application/x-subrip', text: () => srt(transcript) },
          { end: 'vtt', type: 'text/vtt', text: () => vtt(transcript) },
        ]
      : []),
    { end: 'json', type: 'application/json', text: () => json },
  ]
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button
        size="small"
        onClick={() => void copyText(plainText(transcript), t('studio.transcription.transcript'))}
      >
        {t('studio.transcription.copy')}
      </Button>
      {files.map(({ end, type, text }) => (
        <Button
          key={end}
          size="small"
          aria-label={t('studio.transcription.saveAs', { kind: end.toUpperCase() })}
          onClick={() => saveFile(new Blob([text()], { type }), `${name}.${end}`)}
        >
          {end.toUpperCase()}
        </Button>
      ))}
    </Box>
  )
}

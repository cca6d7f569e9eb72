import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { radius } from '../../../ui/theme/radius.ts'
import type { ResultProps } from '../frame/studio.ts'
import { isContinued, momentOf, type SongInputs } from './song-inputs.ts'
import { type Song, songsIn, writtenLyrics } from './songs-in.ts'

const notContinued = { parent: '', clip: '', parentTitle: '', from: '' } as const

/** Songs, each with its player; or lyrics that can be sung. */
export function MusicResult({ work, inputs, actions }: ResultProps<SongInputs>) {
  const { t } = useTranslation()
  const lyrics = writtenLyrics(work)
  if (lyrics !== null) {
    const { text, title } = lyrics
    return (
      <Box>
        <Words text={text} />
        <Button
          size="small"
          onClick={() =>
            actions.edit({
              inputs: { ...notContinued, mode: 'lyrics', lyrics: text, title, instrumental: false },
            })
          }
        >
          {t('studio.music.sing')}
        </Button>
      </Box>
    )
  }
  return (
    <>
      {isContinued(inputs) && (
        <Typography variant="caption" color="textSecondary" noWrap>
          {t('studio.music.continues', { title: inputs.parentTitle })}
        </Typography>
      )}
      {songsIn(work).map((song, at) => (
        <SongView
          key={song.id}
          song={song}
          number={at + 1}
          onContinue={(from) =>
            actions.edit({
              model: work.model,
              inputs: {
                mode: 'lyrics',
                lyrics: '',
                tags: song.tags,
                title: song.title,
                parent: work.task_id,
                clip: song.id,
                parentTitle: song.title,
                from,
              },
            })
          }
        />
      ))}
    </>
  )
}

const Words = ({ text }: { readonly text: string }) => (
  <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', mb: 2 }}>
    {text}
  </Typography>
)

type SongProps = {
  readonly song: Song
  readonly number: number
  /** With the moment at which the player is. */
  readonly onContinue: (from: string) => void
}

function SongView({ song, number, onContinue }: SongProps) {
  const { t } = useTranslation()
  const player = useRef<HTMLAudioElement>(null)
  const { title, tags, cover, sound } = song
  const goOn = (): void => {
    const { currentTime = 0, duration = 0 } = player.current ?? {}
    const end = Number.isFinite(duration) ? duration : 0
    onContinue(momentOf(currentTime > 0 ? currentTime : end))
  }
  return (
    <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start' }}>
      {cover !== undefined && (
        <Box
          component="img"
          src={cover.url}
          alt=""
          loading="lazy"
          sx={{
            width: { xs: 64, sm: 96 },
            aspectRatio: '1',
            objectFit: 'cover',
            borderRadius: radius('control'),
          }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {title === '' ? t('studio.music.song', { number }) : `${number}. ${title}`}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {tags}
        </Typography>
        {sound !== undefined && (
          <Box
            component="audio"
            ref={player}
            src={sound.url}
            controls
            preload="metadata"
            aria-label={t('studio.music.song', { number })}
            sx={{ display: 'block', width: 1, height: 40, mt: 2 }}
          />
        )}
        <SongActions song={song} onContinue={goOn} />
      </Box>
    </Box>
  )
}

function SongActions({
  song,
  onContinue,
}: {
  readonly song: Song
  readonly onContinue: () => void
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { sound, lyrics } = song
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
        {sound !== undefined && (
          <Button component="a" href={sound.url} download size="small">
            {t('studio.download')}
          </Button>
        )}
        <Button size="small" onClick={onContinue}>
          {t('studio.music.continue')}
        </Button>
        {lyrics !== '' && (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('studio.music.lyrics')}
          </Button>
        )}
      </Box>
      {open && <Words text={lyrics} />}
    </>
  )
}

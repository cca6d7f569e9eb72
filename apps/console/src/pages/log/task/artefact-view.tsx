import type { Artefact, Task } from '@posthouse/contract/task'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../ui/copy-text.ts'

type Props = { readonly artefact: Artefact; readonly number: number; readonly task: Task }

/** One file of a result, with the ways to take it along. */
export function ArtefactView({ artefact, number, task }: Props) {
  const { t } = useTranslation()
  const { url } = artefact
  const address = new URL(url, location.href).href
  return (
    <Box component="section">
      <Player artefact={artefact} number={number} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <Button component="a" href={url} download={`${task.id}-${artefact.name}`} size="small">
          {t('task.download')}
        </Button>
        <Button component="a" href={url} target="_blank" rel="noreferrer" size="small">
          {t('task.openTab')}
        </Button>
        <Button size="small" onClick={() => void copyText(address, t('task.copyLink'))}>
          {t('action.copyThing', { name: t('task.copyLink') })}
        </Button>
      </Box>
    </Box>
  )
}

function Player({ artefact, number }: Omit<Props, 'task'>) {
  const { t } = useTranslation()
  const { url, media_type: type } = artefact
  if (type.startsWith('image/')) {
    return (
      <Box
        component="img"
        src={url}
        alt={t('task.picture', { number })}
        sx={{ display: 'block', maxWidth: 1, maxHeight: '60vh' }}
      />
    )
  }
  const isVideo = type.startsWith('video/')
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 2 }}>
        {t(isVideo ? 'task.video' : 'task.audio')}
      </Typography>
      <Box
        component={isVideo ? 'video' : 'audio'}
        src={url}
        controls
        preload="metadata"
        aria-label={t(isVideo ? 'task.video' : 'task.audio')}
        sx={{ display: 'block', width: 1, maxHeight: '60vh' }}
      />
    </>
  )
}

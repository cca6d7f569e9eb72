import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { radius } from '../../../ui/theme/radius.ts'
import type { Inputs, ResultProps } from '../frame/studio.ts'
import { isRemixable } from './film-choices.ts'

type Remix = Inputs & {
  /** The task that is made anew; empty: none. */
  readonly parent: string
  readonly parentTitle: string
  /** Its model, which makes the remix too. */
  readonly parentModel: string
}

const isRemixPath = (path: string): boolean => path.endsWith('/remix')

/** The film with its player. */
export function VideoResult<Values extends Remix & { readonly prompt: string }>({
  work,
  inputs,
  actions,
}: ResultProps<Values>) {
  const { t } = useTranslation()
  const film = work.files.find(({ media_type: type }) => type.startsWith('video/'))
  const isRemix = isRemixPath(work.path) && inputs.parentTitle !== ''
  const remix = {
    parent: work.task_id,
    parentTitle: work.title,
    parentModel: work.model,
    prompt: inputs.prompt,
  } as Partial<Values>
  return (
    <>
      {isRemix && (
        <Typography variant="caption" color="textSecondary" noWrap>
          {t('studio.video.remixOf', { title: inputs.parentTitle })}
        </Typography>
      )}
      {film !== undefined && (
        <Box>
          <Box
            component="video"
            src={film.url}
            controls
            playsInline
            preload="metadata"
            aria-label={t('studio.video.film', { title: work.title })}
            sx={{
              display: 'block',
              maxWidth: 1,
              maxHeight: '60vh',
              minHeight: 160,
              bgcolor: 'common.black',
              borderRadius: radius('control'),
            }}
          />
          <Box sx={{ display: 'flex', gap: 1, mt: 2, flexWrap: 'wrap' }}>
            <Button component="a" href={film.url} download={`${work.id}.mp4`} size="small">
              {t('studio.download')}
            </Button>
            {isRemixable(work.model) && (
              <Button
                size="small"
                onClick={() => actions.edit({ inputs: remix, files: [], model: work.model })}
              >
                {t('studio.video.remix')}
              </Button>
            )}
          </Box>
        </Box>
      )}
    </>
  )
}

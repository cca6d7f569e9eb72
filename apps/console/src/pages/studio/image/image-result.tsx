import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { WorkFile } from '@posthouse/contract/calls/works'
import { useTranslation } from 'react-i18next'
import { randomId } from '../../../lib/random-id.ts'
import { notify } from '../../../ui/notify.tsx'
import { radius } from '../../../ui/theme/radius.ts'
import { blobAt } from '../frame/run-work.ts'
import type { Inputs, ResultProps } from '../frame/studio.ts'

type ImageInputs = Inputs & { readonly count: number }

/** Pictures in a grid, each to be kept or to go on from. */
export function ImageResult<Values extends ImageInputs>({
  work,
  inputs,
  actions,
}: ResultProps<Values>) {
  const running = work.status === 'running'
  const places = running ? Array.from({ length: inputs.count }, (_, at) => at) : []
  const goOn = async ({ url, media_type: type, name }: WorkFile): Promise<void> => {
    try {
      const blob = await blobAt(url, type)
      const file = { id: randomId(), field: 'image[]', name: `${work.id}-${name}.png`, blob }
      actions.edit({ files: [file], model: work.model })
    } catch (error) {
      notify('error', error instanceof Error ? error.message : '')
    }
  }
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
      }}
    >
      {places.map((place) => (
        <Skeleton key={place} variant="rounded" sx={{ height: 'auto', aspectRatio: '1' }} />
      ))}
      {work.files.map((file, at) => (
        <Picture key={file.name} file={file} number={at + 1} onUse={() => void goOn(file)} />
      ))}
    </Box>
  )
}

type PictureProps = {
  readonly file: WorkFile
  readonly number: number
  readonly onUse: () => void
}

function Picture({ file, number, onUse }: PictureProps) {
  const { t } = useTranslation()
  const { url } = file
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <a href={url} target="_blank" rel="noreferrer">
        <Box
          component="img"
          src={url}
          alt={t('studio.image.alt', { number })}
          loading="lazy"
          sx={{
            display: 'block',
            width: 1,
            borderRadius: radius('control'),
            border: 1,
            borderColor: 'divider',
          }}
        />
      </a>
      <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button component="a" href={url} download size="small">
          {t('studio.download')}
        </Button>
        <Button size="small" onClick={onUse}>
          {t('studio.image.use')}
        </Button>
      </Box>
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Work, WorkFile } from '@posthouse/contract/calls/works'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { randomId } from '../../../lib/random-id.ts'
import { notify } from '../../../ui/notify.tsx'
import { radius } from '../../../ui/theme/radius.ts'
import { blobAt } from '../frame/run-work.ts'
import type { ResultProps } from '../frame/studio.ts'
import { type DrawingButton, drawingButtons, promptsIn } from './drawing-buttons.ts'
import type { DrawingInputs } from './drawing-inputs.ts'

const isMadeByButton = ({ path }: Work): boolean => path.endsWith('/submit/action')
const hasWords = ({ path }: Work): boolean => /\/(describe|shorten)$/.test(path)

const nameOf = ({ act, place, label }: DrawingButton, t: TFunction): string => {
  if (act === 'other' || act === 'zoom') return label
  return t(`studio.midjourney.acts.${act}`, { place })
}

/** A drawing with its buttons, or the prompts that describe a picture. */
export function MidjourneyResult({ work, inputs, actions }: ResultProps<DrawingInputs>) {
  const { t } = useTranslation()
  const picture = work.files.find(({ media_type: type }) => type.startsWith('image/'))
  const isWords = hasWords(work)
  return (
    <>
      {isMadeByButton(work) && inputs.parentTitle !== '' && (
        <Typography variant="caption" color="textSecondary" noWrap>
          {t('studio.midjourney.from', { title: inputs.parentTitle })}
        </Typography>
      )}
      {work.status === 'running' && !isWords && (
        <Skeleton
          variant="rounded"
          sx={{ width: 'min(100%, 320px)', height: 'auto', aspectRatio: '1' }}
        />
      )}
      {isWords && (
        <Prompts
          prompts={promptsIn(work.result)}
          onUse={(prompt) => actions.edit({ inputs: { mode: 'imagine', prompt }, files: [] })}
        />
      )}
      {picture !== undefined && !isWords && (
        <Drawing work={work} picture={picture} inputs={inputs} actions={actions} />
      )}
    </>
  )
}

type PromptsProps = {
  readonly prompts: readonly string[]
  readonly onUse: (prompt: string) => void
}

function Prompts({ prompts, onUse }: PromptsProps) {
  const { t } = useTranslation()
  return (
    <Box component="ol" sx={{ m: 0, pl: 5, display: 'flex', flexDirection: 'column', gap: 2 }}>
      {prompts.map((prompt) => (
        <Typography key={prompt} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {prompt}{' '}
          <Button size="small" onClick={() => onUse(prompt)}>
            {t('studio.midjourney.usePrompt')}
          </Button>
        </Typography>
      ))}
    </Box>
  )
}

type DrawingProps = ResultProps<DrawingInputs> & { readonly picture: WorkFile }

function Drawing({ work, inputs, actions, picture }: DrawingProps) {
  const { t } = useTranslation()
  const use = async (): Promise<void> => {
    try {
      const blob = await blobAt(picture.url, picture.media_type)
      const file = { id: randomId(), field: 'picture', name: `${work.id}.png`, blob }
      actions.edit({ inputs: { mode: 'imagine' }, files: [file] })
    } catch (error) {
      notify('error', error instanceof Error ? error.message : '')
    }
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start' }}>
      <a href={picture.url} target="_blank" rel="noreferrer" style={{ maxWidth: '100%' }}>
        <Box
          component="img"
          src={picture.url}
          alt={work.title}
          loading="lazy"
          sx={{
            display: 'block',
            maxWidth: 'min(100%, 560px)',
            maxHeight: '70vh',
            borderRadius: radius('control'),
            border: 1,
            borderColor: 'divider',
          }}
        />
      </a>
      <Buttons work={work} inputs={inputs} actions={actions} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button component="a" href={picture.url} download={`${work.id}.png`} size="small">
          {t('studio.download')}
        </Button>
        <Button size="small" onClick={() => void use()}>
          {t('studio.image.use')}
        </Button>
      </Box>
    </Box>
  )
}

const kinds = ['upscale', 'vary', 'more'] as const

/** What the supplier offers for this drawing, a row for each kind. */
function Buttons({ work, inputs, actions }: ResultProps<DrawingInputs>) {
  const { t } = useTranslation()
  const buttons = drawingButtons(work.result)
  const root = isMadeByButton(work) ? inputs.root : work.title
  const press = (button: DrawingButton): void => {
    actions.run({
      call: {
        path: '/mj/submit/action',
        body: { taskId: work.task_id.replaceAll('-', ''), customId: button.customId },
        form: false,
      },
      model: work.model,
      title: `${nameOf(button, t)} · ${root}`,
      inputs: { ...inputs, parent: work.id, parentTitle: work.title, root },
    })
  }
  return kinds.map((kind) => {
    const own = buttons.filter((button) => button.kind === kind)
    if (own.length === 0) return null
    return (
      <Box
        key={kind}
        role="group"
        aria-label={t(`studio.midjourney.kinds.${kind}`)}
        sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}
      >
        {kind !== 'more' && (
          <Typography variant="body2" color="textSecondary" sx={{ minWidth: 64 }}>
            {t(`studio.midjourney.kinds.${kind}`)}
          </Typography>
        )}
        {own.map((button) => (
          <Button
            key={button.customId}
            size="small"
            variant="outlined"
            aria-label={nameOf(button, t)}
            onClick={() => press(button)}
            sx={{ minWidth: 40 }}
          >
            {kind === 'more' ? nameOf(button, t) : button.place}
          </Button>
        ))}
      </Box>
    )
  })
}

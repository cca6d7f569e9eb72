import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Choice, TextArea } from '../frame/fields.tsx'
import { FileField } from '../frame/file-field.tsx'
import type { Draft, FieldsProps, StudioDefinition, WorkCall } from '../frame/studio.ts'
import { StudioPage } from '../frame/studio-page.tsx'
import { filmChoices, shapeOf } from './film-choices.ts'
import { VideoResult } from './video-result.tsx'

/** With the other fields of the form it stays below what the gateway takes. */
const pictureBytesMost = 19 * 1024 * 1024
/** As the gateway takes. */
const promptMost = 32_000

const VideoInputs = z.object({
  prompt: z.string().default(''),
  seconds: z.string().default(''),
  size: z.string().default(''),
  parent: z.string().default(''),
  parentTitle: z.string().default(''),
  parentModel: z.string().default(''),
})
type VideoInputs = z.output<typeof VideoInputs>

/** Another model cannot remix the film: it makes one of its own. */
const isRemix = ({ inputs }: Draft<VideoInputs>, model: CatalogueModel): boolean =>
  inputs.parent !== '' && inputs.parentModel === model.name

function callOf(draft: Draft<VideoInputs>, model: CatalogueModel): WorkCall {
  const { inputs, files } = draft
  const prompt = inputs.prompt.trim()
  if (isRemix(draft, model)) {
    const id = inputs.parent.replaceAll('-', '')
    return { path: `/v1/videos/video_${id}/remix`, body: { prompt }, form: false }
  }
  const { seconds, sizes } = filmChoices(model)
  const body = {
    model: model.name,
    prompt,
    ...(seconds.includes(inputs.seconds) && { seconds: inputs.seconds }),
    ...(sizes.includes(inputs.size) && { size: inputs.size }),
  }
  return { path: '/v1/videos', body, form: files.length > 0 }
}

const video: StudioDefinition<VideoInputs> = {
  id: 'video',
  // Midjourney animates its own drawings only.
  serves: ({ operation, name }) => operation === 'video' && !name.startsWith('mj_'),
  Inputs: VideoInputs,
  Fields: VideoFields,
  faultsOf: ({ inputs: { prompt } }, _, t) => {
    if (prompt.trim() === '') return { prompt: t('studio.emptyPrompt') }
    if (prompt.length > promptMost) return { prompt: t('studio.tooLong', { most: promptMost }) }
    return {}
  },
  callOf,
  titleOf: ({ inputs }) => inputs.prompt.trim(),
  samples: (['studio.video.sample1', 'studio.video.sample2', 'studio.video.sample3'] as const).map(
    (text) => ({ text, fill: (prompt) => ({ prompt }) }),
  ),
  Result: VideoResult,
}

export const VideoStudioPage = () => <StudioPage studio={video} />

function VideoFields(props: FieldsProps<VideoInputs>) {
  const { t } = useTranslation()
  const { draft, model, set, faults } = props
  const remixes = isRemix(draft, model)
  return (
    <>
      {remixes && (
        <Alert
          severity="info"
          icon={false}
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => set({ parent: '', parentTitle: '', parentModel: '' })}
            >
              {t('studio.video.stopRemix')}
            </Button>
          }
          sx={{ overflowWrap: 'anywhere' }}
        >
          {t('studio.video.remixOf', { title: draft.inputs.parentTitle })}
        </Alert>
      )}
      <TextArea
        label={t('studio.prompt')}
        required
        value={draft.inputs.prompt}
        onChange={(prompt) => set({ prompt })}
        fault={faults.prompt}
        {...(remixes && { help: t('studio.video.remixHelp') })}
      />
      {!remixes && <NewFilm {...props} />}
    </>
  )
}

/** What a remix has from the film that it is made of. */
function NewFilm({ draft, model, set, setFiles, faults }: FieldsProps<VideoInputs>) {
  const { t } = useTranslation()
  const { seconds, sizes } = filmChoices(model)
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        <Choice
          label={t('studio.video.length')}
          value={draft.inputs.seconds}
          choices={seconds}
          onChange={(value) => set({ seconds: value })}
          nameOf={(length) => t('studio.video.seconds', { length })}
        />
        <Choice
          label={t('studio.size')}
          value={draft.inputs.size}
          choices={sizes}
          onChange={(value) => set({ size: value })}
          nameOf={(size) => `${size.replace('x', ' × ')} · ${t(`studio.video.${shapeOf(size)}`)}`}
        />
      </Box>
      <FileField
        label={t('studio.video.reference')}
        field="input_reference"
        accept="image/png,image/jpeg,image/webp"
        most={1}
        bytesMost={pictureBytesMost}
        files={draft.files}
        onFiles={setFiles}
        fault={faults.files}
      />
    </>
  )
}

import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Choice, TextArea } from '../frame/fields.tsx'
import { FileField } from '../frame/file-field.tsx'
import type { Draft, FieldsProps, StudioDefinition, WorkCall } from '../frame/studio.ts'
import { StudioPage } from '../frame/studio-page.tsx'
import { ImageResult } from './image-result.tsx'

const countMost = 10
const picturesMost = 16
const pictureBytesMost = 20 * 1024 * 1024
/** As OpenAI's gpt-image-1 takes: https://platform.openai.com/docs/api-reference/images/create. */
const promptMost = 32_000

const ImageInputs = z.object({
  prompt: z.string().default(''),
  size: z.string().default(''),
  quality: z.string().default(''),
  count: z.number().int().min(1).max(countMost).default(1),
})
type ImageInputs = z.output<typeof ImageInputs>

/** What the model is priced by, else what most models take. Empty: as the model likes. */
function choicesOf(
  { lines }: CatalogueModel,
  name: 'size' | 'quality',
  usual: readonly string[],
): readonly string[] {
  const priced = lines.flatMap(({ attributes }) => attributes?.[name] ?? [])
  return priced.length > 0 ? [...new Set(priced)] : usual
}

const sizesOf = (model: CatalogueModel) =>
  choicesOf(model, 'size', ['1024x1024', '1536x1024', '1024x1536'])
const qualitiesOf = (model: CatalogueModel) =>
  choicesOf(model, 'quality', ['low', 'medium', 'high'])

function callOf({ inputs, files }: Draft<ImageInputs>, model: CatalogueModel): WorkCall {
  const { prompt, size, quality, count } = inputs
  const body = {
    model: model.name,
    prompt: prompt.trim(),
    n: count,
    ...(sizesOf(model).includes(size) && { size }),
    ...(qualitiesOf(model).includes(quality) && { quality }),
  }
  return files.length > 0
    ? { path: '/v1/images/edits', body, form: true }
    : { path: '/v1/images/generations', body, form: false }
}

const image: StudioDefinition<ImageInputs> = {
  id: 'image',
  serves: ({ operation }) => operation === 'image',
  Inputs: ImageInputs,
  Fields: ImageFields,
  faultsOf: ({ inputs: { prompt } }, _, t) => {
    if (prompt.trim() === '') return { prompt: t('studio.emptyPrompt') }
    if (prompt.length > promptMost) return { prompt: t('studio.tooLong', { most: promptMost }) }
    return {}
  },
  callOf,
  titleOf: ({ inputs }) => inputs.prompt.trim(),
  samples: (['studio.image.sample1', 'studio.image.sample2', 'studio.image.sample3'] as const).map(
    (text) => ({ text, fill: (prompt) => ({ prompt }) }),
  ),
  Result: ImageResult,
}

export const ImageStudioPage = () => <StudioPage studio={image} />

function ImageFields({ draft, model, set, setFiles, faults }: FieldsProps<ImageInputs>) {
  const { t } = useTranslation()
  const { prompt, size, quality, count } = draft.inputs
  return (
    <>
      <TextArea
        label={t('studio.prompt')}
        required
        value={prompt}
        onChange={(text) => set({ prompt: text })}
        fault={faults.prompt}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: '1fr 1fr',
          '& > :last-child': { gridColumn: '1 / -1' },
          gap: 3,
        }}
      >
        <Choice
          label={t('studio.size')}
          value={size}
          choices={sizesOf(model)}
          onChange={(value) => set({ size: value })}
        />
        <Choice
          label={t('studio.quality')}
          value={quality}
          choices={qualitiesOf(model)}
          onChange={(value) => set({ quality: value })}
        />
        <TextField
          select
          label={t('studio.count')}
          value={count}
          onChange={(event) => set({ count: Number(event.target.value) })}
        >
          {Array.from({ length: countMost }, (_, at) => at + 1).map((number) => (
            <MenuItem key={number} value={number}>
              {number}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <FileField
        label={t('studio.image.references')}
        field="image[]"
        accept="image/png,image/jpeg,image/webp"
        most={picturesMost}
        bytesMost={pictureBytesMost}
        files={draft.files}
        onFiles={setFiles}
        fault={faults.files}
      />
    </>
  )
}

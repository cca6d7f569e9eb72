import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Choice, TextArea } from '../frame/fields.tsx'
import { FileField } from '../frame/file-field.tsx'
import { Modes } from '../frame/modes.tsx'
import type { Draft, Faults, FieldsProps, StudioDefinition } from '../frame/studio.ts'
import { StudioPage } from '../frame/studio-page.tsx'
import {
  DrawingInputs,
  drawingCall,
  modes,
  promptOf,
  ratios,
  shapes,
  speeds,
  stylizeMost,
  versions,
} from './drawing-inputs.ts'
import { MidjourneyResult } from './midjourney-result.tsx'

/** Of all pictures of a request: as text they are a third longer, and the gateway takes 8 MiB. */
const pictureMegabytesMost = 5
const pictureBytesMost = pictureMegabytesMost * 1024 * 1024
const promptMost = 6_000

const picturesOf: Readonly<Record<DrawingInputs['mode'], { least: number; most: number }>> = {
  imagine: { least: 0, most: 5 },
  blend: { least: 2, most: 5 },
  describe: { least: 1, most: 1 },
}

const isStylize = (text: string): boolean =>
  text.trim() === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) <= stylizeMost)

function faultsOf(
  { inputs, files }: Draft<DrawingInputs>,
  _: unknown,
  t: TFunction,
): Faults<DrawingInputs> {
  const { mode, prompt, stylize } = inputs
  const { least, most } = picturesOf[mode]
  const isDrawn = mode === 'imagine'
  return {
    ...(isDrawn && prompt.trim() === '' && { prompt: t('studio.emptyPrompt') }),
    ...(promptOf(inputs).length > promptMost && {
      prompt: t('studio.tooLong', { most: promptMost }),
    }),
    ...(isDrawn &&
      !isStylize(stylize) && { stylize: t('studio.midjourney.range', { most: stylizeMost }) }),
    ...(files.reduce((sum, { blob }) => sum + blob.size, 0) > pictureBytesMost && {
      files: t('studio.midjourney.tooHeavy', { megabytes: pictureMegabytesMost }),
    }),
    ...(files.length < least && { files: t('studio.midjourney.tooFew', { least }) }),
    ...(files.length > most && { files: t('studio.tooMany', { most }) }),
  }
}

const midjourney: StudioDefinition<DrawingInputs> = {
  id: 'midjourney',
  serves: ({ operation }) => operation === 'draw',
  modelFor: ({ inputs }) => `mj_${inputs.mode}`,
  Inputs: DrawingInputs,
  Fields: MidjourneyFields,
  faultsOf,
  callOf: ({ inputs, files }) => drawingCall(inputs, files),
  titleOf: ({ inputs, files }) =>
    inputs.mode === 'imagine' ? inputs.prompt.trim() : files.map(({ name }) => name).join(' + '),
  samples: (
    ['studio.midjourney.sample1', 'studio.midjourney.sample2', 'studio.midjourney.sample3'] as const
  ).map((text) => ({ text, fill: (prompt) => ({ prompt }) })),
  runWord: ({ mode }) => `studio.midjourney.modes.${mode}`,
  showsSamples: ({ mode }) => mode === 'imagine',
  Result: MidjourneyResult,
}

export const MidjourneyStudioPage = () => <StudioPage studio={midjourney} />

function MidjourneyFields(props: FieldsProps<DrawingInputs>) {
  const { t } = useTranslation()
  const { draft, set, setFiles, faults } = props
  const { mode } = draft.inputs
  const { most } = picturesOf[mode]
  return (
    <>
      <Modes
        label={t('studio.midjourney.mode')}
        value={mode}
        modes={modes.map((value) => ({ value, name: t(`studio.midjourney.modes.${value}`) }))}
        onChange={(value) => set({ mode: value })}
      />
      {mode === 'imagine' && (
        <TextArea
          label={t('studio.prompt')}
          required
          value={draft.inputs.prompt}
          onChange={(prompt) => set({ prompt })}
          fault={faults.prompt}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        <TextField
          select
          label={t('studio.midjourney.speed')}
          value={draft.inputs.speed}
          onChange={(event) => set({ speed: event.target.value as DrawingInputs['speed'] })}
        >
          {speeds.map((speed) => (
            <MenuItem key={speed} value={speed}>
              {t(`studio.midjourney.speeds.${speed}`)}
            </MenuItem>
          ))}
        </TextField>
        {mode === 'imagine' && <Parameters {...props} />}
        {mode === 'blend' && (
          <Choice
            label={t('studio.midjourney.shape')}
            value={draft.inputs.shape}
            choices={shapes}
            onChange={(shape) => set({ shape })}
            nameOf={(shape) => t(`studio.midjourney.shapes.${shape as (typeof shapes)[number]}`)}
          />
        )}
      </Box>
      <FileField
        label={t(`studio.midjourney.pictures.${mode}`)}
        field="picture"
        accept="image/png,image/jpeg,image/webp"
        most={most}
        bytesMost={pictureBytesMost}
        files={draft.files}
        onFiles={setFiles}
        fault={faults.files}
      />
    </>
  )
}

/** They are written behind the prompt. */
function Parameters({ draft, set, faults }: FieldsProps<DrawingInputs>) {
  const { t } = useTranslation()
  return (
    <>
      <Choice
        label={t('studio.midjourney.ratio')}
        value={draft.inputs.ratio}
        choices={ratios}
        onChange={(ratio) => set({ ratio })}
      />
      <Choice
        label={t('studio.midjourney.version')}
        value={draft.inputs.version}
        choices={Object.keys(versions)}
        onChange={(version) => set({ version })}
      />
      <TextField
        label={t('studio.midjourney.stylize')}
        value={draft.inputs.stylize}
        onChange={(event) => set({ stylize: event.target.value })}
        placeholder="100"
        error={faults.stylize !== undefined}
        helperText={faults.stylize}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'numeric' } }}
      />
    </>
  )
}

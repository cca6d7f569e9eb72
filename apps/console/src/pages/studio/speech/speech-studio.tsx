import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Slider from '@mui/material/Slider'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../frame/fields.tsx'
import type { FieldsProps, StudioDefinition } from '../frame/studio.ts'
import { StudioPage } from '../frame/studio-page.tsx'
import { formatOf, SpeechInputs, speechCall, speeds } from './speech-call.ts'
import { SpeechResult } from './speech-result.tsx'
import { VoiceSample } from './voice-sample.tsx'
import { isVoiceOf, soundsOf, voiceOf } from './voices.ts'

/** As OpenAI takes. */
const voiceMost = 200

const speech: StudioDefinition<SpeechInputs> = {
  id: 'speech',
  serves: ({ operation }) => operation === 'speech',
  Inputs: SpeechInputs,
  Fields: SpeechFields,
  faultsOf: ({ inputs: { text, voice } }, model, t) => {
    const most = soundsOf(model.name).charactersMost
    if (text.trim() === '') return { text: t('studio.speech.emptyText') }
    if (text.trim().length > most) return { text: t('studio.tooLong', { most }) }
    if (voice.length > voiceMost) return { voice: t('studio.tooLong', { most: voiceMost }) }
    return {}
  },
  callOf: ({ inputs }, { name }) => speechCall(name, inputs),
  titleOf: ({ inputs }) => inputs.text.trim(),
  samples: (
    ['studio.speech.sample1', 'studio.speech.sample2', 'studio.speech.sample3'] as const
  ).map((text) => ({ text, fill: (words) => ({ text: words }) })),
  Result: SpeechResult,
}

export const SpeechStudioPage = () => <StudioPage studio={speech} />

function SpeechFields(props: FieldsProps<SpeechInputs>) {
  const { t } = useTranslation()
  const { draft, model, set, faults } = props
  const { text, instructions } = draft.inputs
  const { charactersMost: most, takesSpeed, takesInstructions } = soundsOf(model.name)
  const length = text.trim().length
  // A limit is said before somebody runs into it.
  const tooLong = length > most ? t('studio.tooLong', { most }) : undefined
  return (
    <>
      <TextArea
        label={t('studio.speech.text')}
        required
        rows={6}
        value={text}
        onChange={(value) => set({ text: value })}
        fault={faults.text ?? tooLong}
        help={t('studio.speech.length', { length, most })}
      />
      <Voice {...props} />
      {takesSpeed && <Speed value={draft.inputs.speed} onChange={(speed) => set({ speed })} />}
      <Format {...props} />
      {takesInstructions && (
        <TextArea
          label={t('studio.speech.instructions')}
          rows={2}
          value={instructions}
          onChange={(value) => set({ instructions: value })}
          help={t('studio.speech.instructionsHelp')}
        />
      )}
    </>
  )
}

/** One of the known ones, or any other. */
function Voice({ draft, model, set, faults }: FieldsProps<SpeechInputs>) {
  const { t } = useTranslation()
  const { voice: chosen } = draft.inputs
  const shown = isVoiceOf(model.name, chosen) ? chosen : ''
  return (
    <Box>
      <Autocomplete
        freeSolo
        options={[...soundsOf(model.name).voices]}
        value={shown === '' ? null : shown}
        inputValue={shown}
        onInputChange={(_, voice, reason) => {
          if (reason !== 'reset' || voice !== '') set({ voice })
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('studio.speech.voice')}
            placeholder={voiceOf(model.name, '')}
            error={faults.voice !== undefined}
            helperText={faults.voice ?? t('studio.speech.voiceHelp')}
            slotProps={{ ...params.slotProps, inputLabel: { shrink: true } }}
          />
        )}
      />
      <VoiceSample key={model.name} inputs={draft.inputs} model={model.name} />
    </Box>
  )
}

type SpeedProps = { readonly value: number; readonly onChange: (speed: number) => void }

function Speed({ value, onChange }: SpeedProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Typography id={id} variant="body2" color="textSecondary">
          {t('studio.speech.speed')}
        </Typography>
        <Typography variant="body2">{`${value}×`}</Typography>
      </Box>
      <Box sx={{ px: 2 }}>
        <Slider
          size="small"
          aria-labelledby={id}
          min={speeds.least}
          max={speeds.most}
          step={0.25}
          marks={[{ value: speeds.usual }]}
          value={value}
          onChange={(_, speed) => onChange(speed)}
        />
      </Box>
    </Box>
  )
}

function Format({ draft, model, set }: FieldsProps<SpeechInputs>) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      label={t('studio.speech.format')}
      value={formatOf(model.name, draft.inputs.format)}
      onChange={(event) => set({ format: event.target.value })}
    >
      {soundsOf(model.name).formats.map((format) => (
        <MenuItem key={format} value={format}>
          {format.toUpperCase()}
        </MenuItem>
      ))}
    </TextField>
  )
}

import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { contractLanguage } from '../../../i18n/index.ts'
import { FileField } from '../frame/file-field.tsx'
import type { Draft, FieldsProps, StudioDefinition, WorkCall } from '../frame/studio.ts'
import { StudioPage } from '../frame/studio-page.tsx'
import { Recorder } from './recorder.tsx'
import { TranscriptResult } from './transcript-result.tsx'

/** As OpenAI takes: https://platform.openai.com/docs/guides/speech-to-text. */
const bytesMost = 25 * 1024 * 1024
const accept = 'audio/*,video/mp4,video/webm,.m4a,.flac,.ogg,.opus'

/** ISO 639-1. */
const languages =
  'zh en ja ko fr de es pt it ru uk pl nl sv tr ar he fa hi bn ta th vi id ms'.split(' ')

const TranscriptionInputs = z.object({
  task: z.enum(['transcript', 'translation']).catch('transcript').default('transcript'),
  language: z.string().default(''),
})
type TranscriptionInputs = z.output<typeof TranscriptionInputs>

/** Others answer with words alone: https://platform.openai.com/docs/api-reference/audio/createTranscription. */
const hasSegments = (model: string): boolean => /(^|\/)(whisper|scribe)|^sandbox\//i.test(model)
/** These are known to translate nothing. */
const canTranslate = (model: string): boolean => !/gpt-.*transcribe|(^|\/)scribe/i.test(model)

function callOf({ inputs }: Draft<TranscriptionInputs>, { name }: CatalogueModel): WorkCall {
  const translates = inputs.task === 'translation' && canTranslate(name)
  const body = {
    model: name,
    response_format: hasSegments(name) ? 'verbose_json' : 'json',
    ...(!translates && languages.includes(inputs.language) && { language: inputs.language }),
  }
  return {
    path: translates ? '/v1/audio/translations' : '/v1/audio/transcriptions',
    body,
    form: true,
  }
}

const transcription: StudioDefinition<TranscriptionInputs> = {
  id: 'transcription',
  serves: ({ operation }) => operation === 'transcribe',
  Inputs: TranscriptionInputs,
  Fields: TranscriptionFields,
  faultsOf: ({ files }, _, t) =>
    files.length === 0 ? { files: t('studio.transcription.noFile') } : {},
  callOf,
  titleOf: ({ files }) => files[0]?.name ?? '',
  samples: [],
  Result: TranscriptResult,
}

export const TranscriptionStudioPage = () => <StudioPage studio={transcription} />

function TranscriptionFields({
  draft,
  model,
  set,
  setFiles,
  faults,
}: FieldsProps<TranscriptionInputs>) {
  const { t } = useTranslation()
  const { task, language } = draft.inputs
  const mayTranslate = canTranslate(model.name)
  const translates = mayTranslate && task === 'translation'
  return (
    <>
      <FileField
        label={t('studio.transcription.file')}
        field="file"
        accept={accept}
        most={1}
        bytesMost={bytesMost}
        files={draft.files}
        onFiles={setFiles}
        fault={faults.files}
      >
        <Recorder bytesMost={bytesMost} onFile={(file) => setFiles([file])} />
      </FileField>
      {mayTranslate && (
        <TextField
          select
          label={t('studio.transcription.task')}
          value={task}
          onChange={(event) =>
            set({ task: event.target.value === 'translation' ? 'translation' : 'transcript' })
          }
        >
          <MenuItem value="transcript">{t('studio.transcription.transcript')}</MenuItem>
          <MenuItem value="translation">{t('studio.transcription.translation')}</MenuItem>
        </TextField>
      )}
      {!translates && <Language value={language} onChange={(value) => set({ language: value })} />}
    </>
  )
}

type LanguageProps = { readonly value: string; readonly onChange: (value: string) => void }

function Language({ value, onChange }: LanguageProps) {
  const { t } = useTranslation()
  const names = new Intl.DisplayNames([contractLanguage()], { type: 'language' })
  return (
    <TextField
      select
      label={t('studio.transcription.language')}
      value={languages.includes(value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{t('studio.transcription.detect')}</MenuItem>
      {languages.map((code) => (
        <MenuItem key={code} value={code}>
          {names.of(code) ?? code}
        </MenuItem>
      ))}
    </TextField>
  )
}

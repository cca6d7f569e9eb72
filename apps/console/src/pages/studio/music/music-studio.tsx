import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Choice, TextArea } from '../frame/fields.tsx'
import { Modes } from '../frame/modes.tsx'
import type { Draft, Faults, FieldsProps, StudioDefinition } from '../frame/studio.ts'
import { StudioPage } from '../frame/studio-page.tsx'
import { MusicResult } from './music-result.tsx'
import { isContinued, modes, secondsIn, songCall, SongInputs, versions } from './song-inputs.ts'

/** As Suno takes: https://help.suno.com. Older versions take less. */
const most = { description: 500, lyrics: 5_000, tags: 1_000, title: 100, topic: 500 } as const
type Text = keyof typeof most

/** Texts that the chosen kind of work sends. */
const sent: Readonly<Record<SongInputs['mode'], readonly Text[]>> = {
  description: ['description'],
  lyrics: ['lyrics', 'tags', 'title'],
  words: ['topic'],
}

/** What has to be written; an instrumental piece has tags in the place of lyrics. */
function neededOf({ mode, instrumental }: SongInputs): Text {
  if (mode === 'words') return 'topic'
  if (mode === 'description') return 'description'
  return instrumental ? 'tags' : 'lyrics'
}

function faultsOf({ inputs }: Draft<SongInputs>, _: unknown, t: TFunction): Faults<SongInputs> {
  const needed = neededOf(inputs)
  const long = sent[inputs.mode].find((name) => inputs[name].length > most[name])
  return {
    ...(long !== undefined && { [long]: t('studio.tooLong', { most: most[long] }) }),
    ...(inputs[needed].trim() === '' && { [needed]: t('studio.emptyPrompt') }),
    ...(isContinued(inputs) &&
      secondsIn(inputs.from) === null && { from: t('studio.music.noMoment') }),
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

function titleOf({ inputs }: Draft<SongInputs>): string {
  const { mode, title, lyrics, tags } = inputs
  if (mode !== 'lyrics') return inputs[neededOf(inputs)].trim()
  return [title.trim(), firstLine(lyrics), tags.trim()].find((text) => text !== '') ?? ''
}

const music: StudioDefinition<SongInputs> = {
  id: 'music',
  serves: ({ operation, name }) => operation === 'music' && name !== 'suno_lyrics',
  modelFor: ({ inputs }) => (inputs.mode === 'words' ? 'suno_lyrics' : null),
  Inputs: SongInputs,
  Fields: MusicFields,
  faultsOf,
  callOf: ({ inputs }, { name }) => songCall(inputs, name),
  titleOf,
  samples: (['studio.music.sample1', 'studio.music.sample2', 'studio.music.sample3'] as const).map(
    (text) => ({ text, fill: (description) => ({ description }) }),
  ),
  showsSamples: ({ mode }) => mode === 'description',
  runWord: ({ mode }) => (mode === 'words' ? 'studio.music.modes.words' : 'studio.music.run'),
  Result: MusicResult,
}

export const MusicStudioPage = () => <StudioPage studio={music} />

function MusicFields(props: FieldsProps<SongInputs>) {
  const { t } = useTranslation()
  const { draft, set } = props
  const { mode } = draft.inputs
  return (
    <>
      <Modes
        label={t('studio.music.mode')}
        value={mode}
        modes={modes.map((value) => ({ value, name: t(`studio.music.modes.${value}`) }))}
        onChange={(value) => set({ mode: value })}
      />
      {isContinued(draft.inputs) && <Continued {...props} />}
      {mode === 'description' && <Words {...props} name="description" />}
      {mode === 'lyrics' && <OwnLyrics {...props} />}
      {mode === 'words' && <Words {...props} name="topic" />}
      {mode !== 'words' && <Manner {...props} />}
    </>
  )
}

function Words({ draft, set, faults, name }: FieldsProps<SongInputs> & { readonly name: Text }) {
  const { t } = useTranslation()
  return (
    <TextArea
      label={t(`studio.music.fields.${name}`)}
      required
      rows={name === 'lyrics' ? 8 : 4}
      value={draft.inputs[name]}
      onChange={(text) => set({ [name]: text })}
      fault={faults[name]}
      {...(name === 'lyrics' && { help: t('studio.music.lyricsHelp') })}
    />
  )
}

function OwnLyrics(props: FieldsProps<SongInputs>) {
  const { t } = useTranslation()
  const { draft, set, faults } = props
  const { instrumental } = draft.inputs
  return (
    <>
      {!instrumental && <Words {...props} name="lyrics" />}
      {(['tags', 'title'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`studio.music.fields.${name}`)}
          required={name === 'tags' && instrumental}
          value={draft.inputs[name]}
          onChange={(event) => set({ [name]: event.target.value })}
          error={faults[name] !== undefined}
          helperText={faults[name] ?? (name === 'tags' ? t('studio.music.tagsHelp') : undefined)}
        />
      ))}
    </>
  )
}

/** The song that is continued, and from where. */
function Continued({ draft, set, faults }: FieldsProps<SongInputs>) {
  const { t } = useTranslation()
  return (
    <>
      <Alert
        severity="info"
        icon={false}
        action={
          <Button
            color="inherit"
            size="small"
            onClick={() => set({ parent: '', clip: '', parentTitle: '', from: '' })}
          >
            {t('studio.music.stopContinuing')}
          </Button>
        }
        sx={{ overflowWrap: 'anywhere' }}
      >
        {t('studio.music.continues', { title: draft.inputs.parentTitle })}
      </Alert>
      <TextField
        label={t('studio.music.from')}
        value={draft.inputs.from}
        onChange={(event) => set({ from: event.target.value })}
        error={faults.from !== undefined}
        helperText={faults.from ?? t('studio.music.fromHelp')}
      />
    </>
  )
}

function Manner({ draft, model, set }: FieldsProps<SongInputs>) {
  const { t } = useTranslation()
  const { instrumental, version } = draft.inputs
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3, alignItems: 'center' }}>
      {!model.name.startsWith('chirp-') && (
        <Choice
          label={t('studio.music.version')}
          value={version}
          choices={Object.keys(versions)}
          onChange={(value) => set({ version: value })}
          nameOf={(value) => versions[value as keyof typeof versions]}
        />
      )}
      <FormControlLabel
        control={
          <Switch
            checked={instrumental}
            onChange={(event) => set({ instrumental: event.target.checked })}
          />
        }
        label={t('studio.music.instrumental')}
      />
    </Box>
  )
}

import { channelCalls } from '@posthouse/contract/calls/channels'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { messageOf } from '../../api/refusal.ts'
import { useRead } from '../../api/use-call.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { Serving } from './serving.tsx'
import { TokenChoice } from './token-choice.tsx'

const addresses = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1beta/models/model:generateContent',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/videos',
  '/mj/submit/imagine',
  '/suno/submit/music',
]

const nothing = { model: '', group: '', token: '', path: '' }
type Asked = typeof nothing

/** Opens the question which channels would serve a call. */
export function WhoServes() {
  const { t } = useTranslation()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState('')
  return (
    <>
      <Button variant="outlined" onClick={() => setOpenAt(key)}>
        {t('channel.whoServes')}
      </Button>
      {/* A link to a channel leads away from it. */}
      {openAt === key && <WhoServesDialog onClose={() => setOpenAt('')} />}
    </>
  )
}

function WhoServesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(nothing)
  const [asked, setAsked] = useState(nothing)
  const { model, group, token, path } = asked
  const found = useRead(
    channelCalls,
    'explainRouting',
    { body: { model, group, path, ...(token === '' ? {} : { token_id: Number(token) }) } },
    { enabled: model !== '' },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { ...typed, model: typed.model.trim() }
    setAsked(wanted)
    // The same question again: health may have changed since.
    if (JSON.stringify(wanted) === JSON.stringify(asked)) void found.refetch()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="serving-title">
      <DialogTitle id="serving-title" component="h2" variant="h2">
        {t('channel.whoServes')}
      </DialogTitle>
      <Box
        component="form"
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogContent>
          <Fields typed={typed} change={(change) => setTyped({ ...typed, ...change })} />
          <div aria-live="polite">
            {found.error !== null && <InlineError text={messageOf(found.error)} />}
            {found.data !== undefined && <Serving found={found.data} />}
          </div>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('action.close')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={typed.model.trim() === ''}
            loading={found.isFetching}
          >
            {t('channel.showServing')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

type FieldsProps = {
  readonly typed: Asked
  readonly change: (change: Partial<Asked>) => void
}

function Fields({ typed, change }: FieldsProps) {
  const { t } = useTranslation()
  const groups = useRead(channelCalls, 'listGroups', {})
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        gap: 4,
        pt: 2,
        mb: 4,
      }}
    >
      <TextField
        required
        autoFocus
        label={t('channel.modelName')}
        value={typed.model}
        onChange={({ target }) => change({ model: target.value })}
      />
      <Choice
        label={t('channel.servingPath')}
        none={t('channel.usualPath')}
        value={typed.path}
        choices={addresses}
        choose={(path) => change({ path })}
      />
      <Choice
        label={t('channel.servingGroup')}
        none={t('channel.tokensGroup')}
        value={typed.group}
        choices={groups.data ?? []}
        choose={(group) => change({ group })}
      />
      <TokenChoice value={typed.token} choose={(token) => change({ token })} />
    </Box>
  )
}

type ChoiceProps = {
  readonly label: string
  /** What an empty choice means. */
  readonly none: string
  readonly value: string
  readonly choices: readonly string[]
  readonly choose: (value: string) => void
}

const Choice = ({ label, none, value, choices, choose }: ChoiceProps) => (
  <TextField
    select
    label={label}
    value={value}
    onChange={({ target }) => choose(target.value)}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    <MenuItem value="">{none}</MenuItem>
    {choices.map((each) => (
      <MenuItem key={each} value={each}>
        {each}
      </MenuItem>
    ))}
  </TextField>
)

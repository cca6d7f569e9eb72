import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { accountCalls } from '@posthouse/contract/calls/account'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { formatExact, formatQuota } from '@posthouse/contract/format-amount'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { paths } from '../../../paths.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { CallDialog } from './call-dialog.tsx'
import type { Inputs, StudioDefinition } from './studio.ts'
import type { StudioState } from './use-studio.ts'

type Props<Values extends Inputs> = {
  readonly studio: StudioDefinition<Values>
  readonly models: readonly CatalogueModel[]
  readonly state: StudioState<Values>
  readonly wide: boolean
}

/** What is asked for. Ctrl-Enter runs it from any field. */
export function StudioForm<Values extends Inputs>({ studio, models, state, wide }: Props<Values>) {
  const { t } = useTranslation()
  const { draft, model, failure } = state
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // A list would open.
    event.stopPropagation()
    state.run()
  }
  return (
    <Card
      variant="outlined"
      component="form"
      aria-label={t('studio.form')}
      noValidate
      onKeyDownCapture={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        state.run()
      }}
      sx={{
        p: { xs: 4, sm: 5 },
        display: 'flex',
        flexDirection: 'column',
        gap: 4,
        ...(wide && {
          position: 'sticky',
          top: 80,
          // Whatever the height of the window, the action is in sight.
          maxHeight: 'max(420px, calc(100dvh - 212px))',
          overflowY: 'auto',
        }),
      }}
    >
      {(studio.modelFor?.(draft) ?? null) === null && <ModelChoice models={models} state={state} />}
      <studio.Fields
        draft={draft}
        model={model}
        set={state.set}
        setFiles={(files) => state.change({ files })}
        faults={state.faults}
      />
      {studio.samples.length > 0 && isEmpty(draft.inputs, studio) && (
        <Samples studio={studio} state={state} />
      )}
      {failure !== '' && <Alert severity="error">{failure}</Alert>}
      <RunBar studio={studio} state={state} wide={wide} />
    </Card>
  )
}

function ModelChoice<Values extends Inputs>({
  models,
  state: { model, change },
}: Pick<Props<Values>, 'models' | 'state'>) {
  const { t } = useTranslation()
  return (
    <Autocomplete
      disableClearable
      options={models.map(({ name }) => name)}
      value={model.name}
      onChange={(_, name) => change({ model: name })}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('studio.model')}
          {...(!model.available && { helperText: t('studio.busy') })}
        />
      )}
    />
  )
}

const isEmpty = <Values extends Inputs>(inputs: Values, studio: StudioDefinition<Values>) =>
  studio.showsSamples?.(inputs) !== false &&
  studio.samples.every(({ fill }) => Object.keys(fill('')).every((name) => inputs[name] === ''))

function Samples<Values extends Inputs>({
  studio,
  state,
}: Pick<Props<Values>, 'studio' | 'state'>) {
  const { t } = useTranslation()
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('studio.try')}
      </Typography>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
        {studio.samples.map(({ text, fill }) => (
          <Button
            key={text}
            size="small"
            onClick={() => state.set(fill(t(text)))}
            sx={{ textAlign: 'start', justifyContent: 'flex-start', whiteSpace: 'normal' }}
          >
            {t(text)}
          </Button>
        ))}
      </Box>
    </Box>
  )
}

/** The estimate, and the one action. On a phone they stay at the bottom. */
function RunBar<Values extends Inputs>({ studio, state, wide }: Omit<Props<Values>, 'models'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const call = studio.callOf(state.draft, state.model)
  return (
    <>
      <Box
        sx={
          wide
            ? {
                position: 'sticky',
                bottom: -20,
                zIndex: 1,
                display: 'flex',
                flexDirection: 'column',
                gap: 3,
                mx: -5,
                mb: -5,
                px: 5,
                py: 4,
                bgcolor: 'background.paper',
              }
            : {
                position: 'fixed',
                bottom: 0,
                left: 0,
                right: 0,
                zIndex: 1100,
                display: 'flex',
                flexDirection: 'column',
                gap: 2,
                px: 4,
                pt: 2,
                pb: 'calc(8px + env(safe-area-inset-bottom))',
                bgcolor: 'background.paper',
                borderTop: 1,
                borderColor: 'divider',
              }
        }
      >
        <EstimateLine state={state} />
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button type="submit" variant="contained" loading={state.sending} sx={{ flex: 1 }}>
            {t(studio.runWord?.(state.draft.inputs) ?? `studio.${studio.id}.run`)}
          </Button>
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {t('studio.code')}
          </Button>
        </Box>
        {wide && (
          <Typography variant="caption" color="textSecondary">
            {t('studio.shortcut')}
          </Typography>
        )}
      </Box>
      {open && <CallDialog call={call} files={state.draft.files} onClose={() => setOpen(false)} />}
    </>
  )
}

function EstimateLine<Values extends Inputs>({ state }: { readonly state: StudioState<Values> }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const self = useRead(accountCalls, 'getSelf', {})
  const { estimate, tooPoor } = state
  return (
    <Box sx={{ fontSize: 'body2.fontSize' }} aria-live="polite">
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary">
          {t('studio.balance')}{' '}
          {self.data === undefined ? '—' : formatQuota(self.data.quota, display)}
        </Typography>
        {estimate !== null && 'least' in estimate && (
          <Typography variant="body2">
            {t(estimate.least === estimate.most ? 'studio.costs' : 'studio.costsAtMost', {
              amount: formatExact(estimate.most, display),
            })}
          </Typography>
        )}
      </Box>
      {estimate !== null && 'refused' in estimate && (
        <Typography variant="body2" color="error">
          {estimate.refused}
        </Typography>
      )}
      {tooPoor && (
        <Typography variant="body2" color="error">
          {t('studio.tooPoor')} <Link to={paths.topup}>{t('studio.topUp')}</Link>
        </Typography>
      )}
    </Box>
  )
}

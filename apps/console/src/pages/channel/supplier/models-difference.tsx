import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MuiLink from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { channelCalls } from '@posthouse/contract/calls/channels'
import type { ModelComparison } from '@posthouse/contract/channel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { messageOf } from '../../../api/refusal.ts'
import { useWrite } from '../../../api/use-call.ts'
import { ModelGroupBoxes } from '../../../forms/kit/model-group-boxes.tsx'
import { paths } from '../../../paths.ts'
import { InlineError } from '../../../ui/inline-error.tsx'
import { notify } from '../../../ui/notify.tsx'

type Props = {
  readonly id: number
  readonly found: ModelComparison
  readonly onAgain: () => void
  readonly onClose: () => void
}

const changes = [
  'listChannels',
  'getChannel',
  'getReadiness',
  'getStationToday',
  'listOwnModels',
  'matchPrices',
] as const

/** New and gone models, none of them ticked. What is ticked is applied, and nothing else. */
export function ModelsDifference({ id, found, onAgain, onClose }: Props) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const update = useWrite(channelCalls, 'changeChannelModels', { changes, quiet: true })
  const add = found.added.filter((model) => picked.has(model))
  const remove = found.gone.filter((model) => picked.has(model))
  const turn = (models: readonly string[], on: boolean) => {
    const others = [...picked].filter((model) => !models.includes(model))
    setPicked(new Set(on ? [...others, ...models] : others))
  }
  const apply = () =>
    update.mutate(
      { params: { id }, body: { version: found.version, add, remove } },
      {
        onSuccess: () => {
          const counts = { added: add.length, removed: remove.length }
          notify('success', t('supplier.models.applied', counts))
          onClose()
        },
      },
    )
  return (
    <>
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        <Lists found={found} picked={picked} turn={turn} />
        <Unpriced models={found.unpriced.filter((model) => picked.has(model))} />
        {update.error !== null && <InlineError text={messageOf(update.error)} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button color="inherit" onClick={onClose}>
          {t('action.close')}
        </Button>
        <Button variant="outlined" onClick={onAgain}>
          {t('supplier.models.again')}
        </Button>
        <Button
          variant="contained"
          disabled={add.length + remove.length === 0}
          loading={update.isPending}
          onClick={apply}
        >
          {t('supplier.models.apply', { added: add.length, removed: remove.length })}
        </Button>
      </DialogActions>
    </>
  )
}

type ListsProps = {
  readonly found: ModelComparison
  readonly picked: ReadonlySet<string>
  readonly turn: (models: readonly string[], on: boolean) => void
}

/** What differs, with search, and how much does not. */
function Lists({ found: { added, gone, same }, picked, turn }: ListsProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const lists = [
    { title: t('supplier.models.added'), models: added },
    { title: t('supplier.models.gone'), models: gone },
  ].map(({ title, models }) => ({
    title,
    shown: models.filter((model) => model.toLowerCase().includes(wanted)),
  }))
  const isSame = added.length + gone.length === 0
  return (
    <>
      <Typography color="textSecondary">
        {isSame
          ? t('supplier.models.allSame', { count: same })
          : t('supplier.models.same', { count: same })}
      </Typography>
      {!isSame && (
        <TextField
          type="search"
          label={t('form.models.search', { count: added.length + gone.length })}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {!isSame && lists.every(({ shown }) => shown.length === 0) && (
        <Typography color="textSecondary">{t('form.models.noMatch', { search })}</Typography>
      )}
      {lists.map(
        ({ title, shown }) =>
          shown.length > 0 && (
            <ModelGroupBoxes
              key={title}
              group={{ supplier: title, models: shown }}
              picked={picked}
              startsOpen
              onTurn={turn}
            />
          ),
      )}
    </>
  )
}

/** Ticked models that nobody can call before they have a price. */
function Unpriced({ models }: { readonly models: readonly string[] }) {
  const { t } = useTranslation()
  if (models.length === 0) return null
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      {t('channel.unpriced', { names: models.join(', ') })}{' '}
      <MuiLink component={Link} to={paths.pricing} underline="always">
        {t('supplier.models.setPrices')}
      </MuiLink>
    </Alert>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelGroups } from '../../lib/model-groups.ts'
import { ModelGroupBoxes } from './model-group-boxes.tsx'
import { PasteModels } from './paste-models.tsx'

type Props = {
  /** What there is to choose from; chosen ones that are not in it are shown too. */
  readonly offered: readonly string[]
  /** Ticked at first. */
  readonly chosen: readonly string[]
  /** In the field before, if something else is ticked at first. */
  readonly before?: readonly string[]
  readonly onPick: (models: readonly string[]) => void
  readonly onClose: () => void
}

/** Models by supplier, with search, all of what is shown, and a list to paste. Nothing changes unseen. */
export function ModelPicker({ offered, chosen, before = chosen, onPick, onClose }: Props) {
  const { t } = useTranslation()
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  const { picked, turn } = usePicked(chosen)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const all = [...new Set([...offered, ...chosen, ...picked])]
  const startsOpen = all.length <= 60 || wanted !== ''
  const shown = all.filter((model) => model.toLowerCase().includes(wanted))
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={small}
      aria-labelledby="pick-title"
    >
      <DialogTitle id="pick-title" component="h2" variant="h2">
        {t('form.models.title')}
      </DialogTitle>
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        <TextField
          autoFocus
          type="search"
          label={t('form.models.search', { count: all.length })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          sx={{ mt: 1 }}
        />
        <PickerTools shown={shown} onTurn={turn} />
        {shown.length === 0 && (
          <Typography color="textSecondary">
            {wanted === '' ? t('form.noOptions') : t('form.models.noMatch', { search })}
          </Typography>
        )}
        {modelGroups(shown).map((group) => (
          <ModelGroupBoxes
            // A search that begins or ends folds the groups anew.
            key={`${group.supplier} ${startsOpen}`}
            group={group}
            picked={picked}
            startsOpen={startsOpen}
            onTurn={turn}
          />
        ))}
      </DialogContent>
      <PickerActions picked={picked} before={before} onPick={onPick} onClose={onClose} />
    </Dialog>
  )
}

type Turn = (models: readonly string[], on: boolean) => void

function usePicked(chosen: readonly string[]): {
  readonly picked: ReadonlySet<string>
  readonly turn: Turn
} {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(chosen))
  const turn: Turn = (models, on) => {
    const next = new Set(picked)
    for (const model of models) {
      if (on) next.add(model)
      else next.delete(model)
    }
    setPicked(next)
  }
  return { picked, turn }
}

type ToolsProps = { readonly shown: readonly string[]; readonly onTurn: Turn }

/** All of what is shown, none of it, or a list from elsewhere. */
function PickerTools({ shown, onTurn }: ToolsProps) {
  const { t } = useTranslation()
  const [pasting, setPasting] = useState(false)
  const add = (models: readonly string[]) => {
    onTurn(models, true)
    setPasting(false)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" disabled={shown.length === 0} onClick={() => onTurn(shown, true)}>
          {t('form.models.all', { count: shown.length })}
        </Button>
        <Button size="small" disabled={shown.length === 0} onClick={() => onTurn(shown, false)}>
          {t('form.models.none')}
        </Button>
        <Button size="small" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          {t('form.models.paste')}
        </Button>
      </Box>
      {pasting && <PasteModels onAdd={add} />}
    </>
  )
}

type ActionsProps = Pick<Props, 'onPick' | 'onClose'> & {
  readonly picked: ReadonlySet<string>
  readonly before: readonly string[]
}

function PickerActions({ picked, before, onPick, onClose }: ActionsProps) {
  const { t } = useTranslation()
  const added = [...picked].filter((model) => !before.includes(model)).length
  const removed = before.filter((model) => !picked.has(model)).length
  const word = picked.size > 0 ? 'use' : removed > 0 ? 'useNone' : 'choose'
  return (
    <DialogActions sx={{ flexWrap: 'wrap' }}>
      <Typography variant="body2" color="textSecondary" sx={{ flex: 1, pl: 3 }} aria-live="polite">
        {t('form.models.difference', { added, removed })}
      </Typography>
      <Button color="inherit" onClick={onClose}>
        {t('action.cancel')}
      </Button>
      <Button variant="contained" disabled={word === 'choose'} onClick={() => onPick([...picked])}>
        {t(`form.models.${word}`, { count: picked.size })}
      </Button>
    </DialogActions>
  )
}

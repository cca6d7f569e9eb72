import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** What the supplier lists. */
  readonly offered: readonly string[]
  readonly chosen: readonly string[]
  readonly onPick: (models: readonly string[]) => void
  readonly onClose: () => void
}

/** Which of the supplier's models the channel takes; nothing is replaced without being seen. */
export function ModelPick({ offered, chosen, onPick, onClose }: Props) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<readonly string[]>(chosen)
  const [search, setSearch] = useState('')
  const shown = offered.filter((model) => model.toLowerCase().includes(search.toLowerCase()))
  const added = picked.filter((model) => !chosen.includes(model)).length
  const removed = chosen.filter((model) => !picked.includes(model)).length
  const turn = (model: string) =>
    setPicked(picked.includes(model) ? picked.filter((one) => one !== model) : [...picked, model])
  const without = picked.filter((model) => !shown.includes(model))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="pick-title">
      <DialogTitle id="pick-title" component="h2" variant="h2">
        {t('channel.pickTitle', { count: offered.length })}
      </DialogTitle>
      <DialogContent dividers>
        <TextField
          autoFocus
          type="search"
          label={t('channel.pickSearch')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Box sx={{ display: 'flex', gap: 2, my: 2 }}>
          <Button size="small" onClick={() => setPicked([...without, ...shown])}>
            {t('channel.pickAll')}
          </Button>
          <Button size="small" onClick={() => setPicked(without)}>
            {t('channel.pickNone')}
          </Button>
        </Box>
        <ModelBoxes models={shown} picked={picked} onTurn={turn} />
      </DialogContent>
      <DialogActions>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1, pl: 3 }}>
          {t('channel.pickDifference', { added, removed })}
        </Typography>
        <Button color="inherit" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button variant="contained" onClick={() => onPick(picked)}>
          {t('channel.pick', { count: picked.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type BoxesProps = {
  readonly models: readonly string[]
  readonly picked: readonly string[]
  readonly onTurn: (model: string) => void
}

const ModelBoxes = ({ models, picked, onTurn }: BoxesProps) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 320, overflowY: 'auto' }}>
    {models.map((model) => (
      <FormControlLabel
        key={model}
        label={model}
        control={
          <Checkbox size="small" checked={picked.includes(model)} onChange={() => onTurn(model)} />
        }
      />
    ))}
  </Box>
)

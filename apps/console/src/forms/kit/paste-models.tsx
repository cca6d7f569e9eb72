import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pastedModels } from '../../lib/model-groups.ts'

/** A list from elsewhere, taken over as model names. */
export function PasteModels(props: { readonly onAdd: (models: readonly string[]) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const models = pastedModels(text)
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
      <TextField
        autoFocus
        multiline
        minRows={3}
        maxRows={8}
        label={t('form.models.pasteLabel')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        variant="outlined"
        disabled={models.length === 0}
        onClick={() => props.onAdd(models)}
        sx={{ flexShrink: 0 }}
      >
        {t('form.models.add', { count: models.length })}
      </Button>
    </Box>
  )
}

import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from '../../forms/kit/field.ts'
import { OperatorContent } from '../../ui/operator-content.tsx'
import { SafeHtml } from '../../ui/safe-html.tsx'
import { monospace } from '../../ui/theme/create-theme.ts'
import { radius } from '../../ui/theme/radius.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  /** HTML alone; otherwise Markdown, HTML or an address. */
  readonly html: boolean
}

/** A text for readers, with a look at what they will see: the same cleaning as on the page itself. */
export function PageInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const [looking, setLooking] = useState(false)
  const text = String(field.value ?? '')
  return (
    <Box role="group" aria-label={props.label}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {props.label}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={looking ? 'preview' : 'edit'}
          onChange={(_, chosen: string | null) => {
            if (chosen !== null) setLooking(chosen === 'preview')
          }}
          aria-label={props.label}
          sx={{ '& .MuiToggleButton-root': { px: 2.5, py: 1, fontSize: 13 } }}
        >
          <ToggleButton value="edit">{t('setting.edit')}</ToggleButton>
          <ToggleButton value="preview">{t('setting.preview')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {looking ? (
        <Preview text={text} html={props.html} />
      ) : (
        <TextField
          multiline
          minRows={4}
          maxRows={18}
          name={field.name}
          value={text}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={invalid}
          helperText={below}
          slotProps={{
            htmlInput: {
              'aria-label': props.label,
              spellCheck: false,
              style: { fontFamily: monospace, fontSize: 13 },
            },
          }}
        />
      )}
    </Box>
  )
}

type PreviewProps = { readonly text: string; readonly html: boolean }

const Preview = (props: PreviewProps) => {
  const { t } = useTranslation()
  return (
    <Box
      role="region"
      aria-label={t('setting.frame')}
      tabIndex={0}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: radius('control'),
        minHeight: 120,
        maxHeight: 480,
        overflow: 'auto',
      }}
    >
      <Shown {...props} />
    </Box>
  )
}

function Shown({ text, html }: PreviewProps) {
  const { t } = useTranslation()
  if (text.trim() === '') {
    return (
      <Typography color="textSecondary" sx={{ p: 4 }}>
        {t('setting.nothingToShow')}
      </Typography>
    )
  }
  if (!html) return <OperatorContent content={text} frameTitle={t('setting.frame')} />
  return (
    <Box sx={{ p: 4, fontSize: 12, textAlign: 'center', color: 'text.secondary' }}>
      <SafeHtml html={text} />
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ChatLink } from '@posthouse/contract/chat-links'
import { IconTrash } from '@tabler/icons-react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from '../../forms/kit/field.ts'
import { CodeInput } from '../../forms/kit/code-input.tsx'

/** Chat clients as rows. What cannot be read as rows is shown as the JSON that it is. */
export function LinksInput<Values extends FieldValues, Checked>(
  props: FieldProps<Values, Checked>,
) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const rows = rowsOf(String(field.value ?? ''))
  if (rows === undefined) return <CodeInput {...props} />
  const change = (changed: readonly ChatLink[]) => field.onChange(JSON.stringify(changed))
  const put = (at: number, part: Partial<ChatLink>) =>
    change(rows.map((row, place) => (place === at ? { ...row, ...part } : row)))
  return (
    <Box role="group" aria-label={props.label} onBlur={field.onBlur}>
      <Typography variant="subtitle2" sx={{ mb: 2 }}>
        {props.label}
      </Typography>
      {rows.map((row, at) => (
        <LinkRow
          // eslint-disable-next-line react/no-array-index-key -- rows have no identity but their place
          key={at}
          row={row}
          number={at + 1}
          onChange={(part) => put(at, part)}
          onRemove={() => change(rows.filter((_, place) => place !== at))}
        />
      ))}
      <Button
        size="small"
        variant="outlined"
        onClick={() => change([...rows, { name: '', url: '', show: true, sort: 1 }])}
      >
        {t('setting.addLink')}
      </Button>
      {below !== undefined && <FormHelperText error={invalid}>{below}</FormHelperText>}
    </Box>
  )
}

type RowProps = {
  readonly row: ChatLink
  readonly number: number
  readonly onChange: (part: Partial<ChatLink>) => void
  readonly onRemove: () => void
}

function LinkRow({ row, number, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mb: 3,
        alignItems: 'center',
        gridTemplateColumns: { xs: '1fr auto', sm: '3fr 6fr auto 88px auto' },
        '& > .address': { gridColumn: { xs: '1 / -1', sm: 'auto' }, order: { xs: 1, sm: 0 } },
        '& > .shown, & > .order': { order: { xs: 2, sm: 0 } },
      }}
    >
      <TextField
        label={t('setting.linkName')}
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        className="address"
        label={t('setting.linkUrl')}
        value={row.url}
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <FormControlLabel
        className="shown"
        control={
          <Switch
            checked={row.show}
            onChange={({ target }) => onChange({ show: target.checked })}
          />
        }
        label={t('setting.linkShow')}
        sx={{ mr: 0 }}
      />
      <TextField
        className="order"
        label={t('setting.linkSort')}
        type="number"
        value={row.sort}
        onChange={({ target }) => onChange({ sort: Number(target.value) })}
      />
      <IconButton aria-label={t('setting.removeLink', { number })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.5} />
      </IconButton>
    </Box>
  )
}

function rowsOf(text: string): readonly ChatLink[] | undefined {
  try {
    const rows: unknown = JSON.parse(text)
    return Array.isArray(rows) ? (rows as ChatLink[]) : undefined
  } catch {
    return undefined
  }
}

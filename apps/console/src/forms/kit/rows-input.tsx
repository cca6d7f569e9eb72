import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconArrowRight, IconTrash } from '@tabler/icons-react'
import type { RowRules } from '@posthouse/contract/channel-rows'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { jsonOfRows, type Row, rowFaults, rowsOfJson } from '../../lib/json/json-rows.ts'
import { type FieldProps, useField } from './field.ts'
import { fieldText } from './field-text.ts'
import { CodeInput } from './code-input.tsx'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly fromLabel: string
  readonly toLabel: string
  readonly rules: RowRules
}

/** A JSON object of texts, edited as rows or as code. What is wrong with a row is told at the row. */
export function RowsInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const text = String(field.value ?? '')
  const [rows, setRows] = useState(() => rowsOfJson(text) ?? [])
  const [asCode, setAsCode] = useState(rowsOfJson(text) === undefined)
  const change = (changed: Row[]) => {
    setRows(changed)
    field.onChange(jsonOfRows(changed))
  }
  const turn = () => {
    if (asCode) setRows(rowsOfJson(text) ?? [])
    setAsCode(!asCode)
  }
  const faults = invalid ? rowFaults(rows, props.rules) : []
  const beside = faults.some(({ from, to }) => (from ?? to) !== undefined) ? props.help : below
  const turnButton = (
    <Button size="small" onClick={turn} disabled={asCode && rowsOfJson(text) === undefined}>
      {t(asCode ? 'form.asRows' : 'form.asJson')}
    </Button>
  )
  if (asCode) return <CodeInput {...props} action={turnButton} />
  return (
    <Box
      role="group"
      aria-label={props.label}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || field.onBlur()
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 2 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {props.label}
        </Typography>
        {turnButton}
      </Box>
      <RowList rows={rows} faults={faults} labels={props} onChange={change} />
      {beside !== undefined && (
        <FormHelperText error={invalid && beside === below}>{beside}</FormHelperText>
      )}
    </Box>
  )
}

type ListProps = {
  readonly rows: readonly Row[]
  /** By row. */
  readonly faults: ReturnType<typeof rowFaults>
  readonly labels: { readonly fromLabel: string; readonly toLabel: string }
  readonly onChange: (rows: Row[]) => void
}

/** Of a field without what is told below it: what stands beside fields is in line with them. */
const inputHeight = 37

function RowList({ rows, faults, labels, onChange }: ListProps) {
  const { t } = useTranslation()
  const put = (index: number, change: Partial<Row>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))
  return (
    <>
      {rows.map((row, index) => (
        // eslint-disable-next-line react/no-array-index-key -- rows have no identity but their place
        <Box key={index} sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', mb: 3 }}>
          <TextField
            label={labels.fromLabel}
            value={row.from}
            error={faults[index]?.from !== undefined}
            helperText={fieldText(faults[index]?.from ?? '', labels.fromLabel)}
            onChange={(event) => put(index, { from: event.target.value })}
          />
          <Box aria-hidden sx={{ display: 'flex', alignItems: 'center', height: inputHeight }}>
            <IconArrowRight size={18} stroke={1.5} />
          </Box>
          <TextField
            label={labels.toLabel}
            value={row.to}
            error={faults[index]?.to !== undefined}
            helperText={fieldText(faults[index]?.to ?? '', labels.toLabel)}
            onChange={(event) => put(index, { to: event.target.value })}
          />
          <IconButton
            aria-label={t('form.removeRow', { number: index + 1 })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={18} stroke={1.5} />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        variant="outlined"
        onClick={() => onChange([...rows, { from: '', to: '' }])}
      >
        {t('form.addRow')}
      </Button>
    </>
  )
}

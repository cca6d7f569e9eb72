import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { fieldText } from '../../forms/kit/field-text.ts'
import { lengthMost } from '../../lib/length-most.ts'
import type { FilterField } from '../column.ts'
import { typing } from '../row-keys.ts'
import { useTypedText } from './use-typed-text.ts'

type Props = {
  readonly field: FilterField<string>
  readonly value: string
  readonly schema: z.ZodType
  readonly onChange: (value: string) => void
}

/** The filter that is always in sight. The key / leads to it from anywhere on the page. */
export function SearchBox({ field, value, schema, onChange }: Props) {
  const { text, type, fault, commit } = useTypedText(value, onChange, schema)
  const hint = field.placeholder ?? field.label
  const input = useSlash()
  return (
    <TextField
      type="search"
      placeholder={hint}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      inputRef={input}
      error={fault !== ''}
      helperText={fieldText(fault, hint)}
      slotProps={{
        htmlInput: { 'aria-label': hint, 'aria-keyshortcuts': '/', maxLength: lengthMost(schema) },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <IconSearch size={16} stroke={1.5} />
            </InputAdornment>
          ),
        },
      }}
      sx={{ '& .MuiInputBase-root': { height: { xs: 44, sm: 36 } } }}
    />
  )
}

/** The input that the key / leads to. */
function useSlash(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (typing(event.target) || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      input.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return input
}

import Box from '@mui/material/Box'
import { mappingRows } from '@posthouse/contract/channel-rows'
import { type Control, useForm } from 'react-hook-form'
import { useEffect } from 'react'
import { ChipsInput } from '../../forms/kit/chips-input.tsx'
import { CodeInput } from '../../forms/kit/code-input.tsx'
import { DateTimeInput } from '../../forms/kit/date-time-input.tsx'
import { ModelsInput } from '../../forms/kit/models-input.tsx'
import { MoneyInput } from '../../forms/kit/money-input.tsx'
import { NumberInput } from '../../forms/kit/number-input.tsx'
import { PasswordInput } from '../../forms/kit/password-input.tsx'
import { RowsInput } from '../../forms/kit/rows-input.tsx'
import { SecretInput } from '../../forms/kit/secret-input.tsx'
import { SelectInput } from '../../forms/kit/select-input.tsx'
import { SwitchInput } from '../../forms/kit/switch-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'

type Values = {
  text: string
  number: number
  money: number
  password: string
  secret: string
  choice: string
  on: boolean
  chips: string[]
  models: string[]
  rows: string
  code: string
  time: number
}

const filled: Values = {
  text: 'Relay 7',
  number: 42,
  money: 6_250_000,
  password: 'password',
  secret: '',
  choice: 'one',
  on: true,
  chips: ['10.0.0.0/8', '192.0.2.7'],
  models: ['gpt-5.4', 'claude-5', 'sandbox/chat'],
  rows: '{"gpt-5":"deepseek-chat"}',
  code: '{\n  "temperature": 0.2,\n  "stop": ["\\n"]\n}',
  // A moment that is the same on every machine that looks at the gallery.
  time: 1_767_225_600,
}

/** What the code calls each input. */
const partOf = {
  text: 'TextInput',
  number: 'NumberInput',
  money: 'MoneyInput',
  password: 'PasswordInput',
  secret: 'SecretInput',
  choice: 'SelectInput',
  on: 'SwitchInput',
  chips: 'ChipsInput',
  models: 'ModelsInput',
  rows: 'RowsInput',
  code: 'CodeInput',
  time: 'DateTimeInput',
} as const satisfies Record<keyof Values, string>

const choices = [
  { value: 'one', label: 'one' },
  { value: 'two', label: 'two' },
]

const wrong: readonly (keyof Values)[] = [
  'text',
  'number',
  'money',
  'password',
  'choice',
  'chips',
  'models',
  'rows',
  'code',
  'time',
]

/** Every input of the form kit: filled, and refused. */
export function KitInputs() {
  const right = useForm<Values>({ defaultValues: filled })
  const refused = useForm<Values>({ defaultValues: { ...filled, code: '{"a": }' } })
  const { setError } = refused
  useEffect(() => {
    for (const name of wrong) setError(name, { message: 'field.invalid' })
  }, [setError])
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 8 }}>
      <Inputs control={right.control} />
      <Inputs control={refused.control} />
    </Box>
  )
}

function Inputs({ control }: { readonly control: Control<Values, unknown, Values> }) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
      <TextInput control={control} name="text" label={partOf.text} required />
      <NumberInput control={control} name="number" label={partOf.number} />
      <MoneyInput control={control} name="money" label={partOf.money} />
      <PasswordInput
        control={control}
        name="password"
        label={partOf.password}
        autoComplete="current-password"
      />
      <SecretInput control={control} name="secret" label={partOf.secret} stored={['…wxyz']} />
      <SelectInput control={control} name="choice" label={partOf.choice} choices={choices} />
      <SwitchInput control={control} name="on" label={partOf.on} />
      <ChipsInput control={control} name="chips" label={partOf.chips} />
      <ModelsInput control={control} name="models" label={partOf.models} options={filled.models} />
      <RowsInput
        control={control}
        name="rows"
        label={partOf.rows}
        fromLabel={partOf.text}
        toLabel={partOf.choice}
        rules={mappingRows}
      />
      <CodeInput control={control} name="code" label={partOf.code} />
      <DateTimeInput control={control} name="time" label={partOf.time} none={-1} />
    </Box>
  )
}

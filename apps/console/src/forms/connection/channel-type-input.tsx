import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { channelTypeOf, channelTypes } from '@posthouse/contract/channel-type'
import { useTranslation } from 'react-i18next'
import { SupplierName } from '../../ui/suppliers/supplier-name.tsx'
import type { SectionProps } from '../channel-form.ts'
import { useField } from '../kit/field.ts'

/** The groups in the order of the list. A type that is in none of them belongs to `vendors`. */
const grouped = {
  popular: [1, 14, 25, 28, 20],
  vendors: [55, 3, 32],
  compatible: [8, 901, 902],
  selfHosted: [39, 912, 913, 914, 900],
} as const

type Group = keyof typeof grouped

const groups = Object.keys(grouped) as Group[]

const groupOf = (number: number): Group =>
  groups.find((group) => grouped[group].some((known) => known === number)) ?? 'vendors'

const named: readonly number[] = groups.flatMap((group) => [...grouped[group]])
const others = channelTypes.map(({ number }) => number).filter((number) => !named.includes(number))
const choices: readonly number[] = groups.flatMap((group) => [
  ...grouped[group],
  ...(group === 'vendors' ? others : []),
])

/** By any of its names, in either language. */
const filter = createFilterOptions<number>({
  stringify: (number) => {
    const type = channelTypeOf(number)
    return [type?.name, type?.aliases].join(' ')
  },
})

type Props = Pick<SectionProps, 'form'> & { readonly onChoice: (type: number) => void }

/** The type of a channel: grouped, and searched by typing. */
export function ChannelTypeInput({ form: { control }, onChoice }: Props) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField({ control, name: 'type', label: t('channel.type') })
  return (
    <Autocomplete
      disableClearable
      openOnFocus
      options={[...choices]}
      filterOptions={filter}
      value={Number(field.value)}
      groupBy={(number) => t(`channel.typeGroups.${groupOf(number)}`)}
      getOptionLabel={(number) => channelTypeOf(number)?.name ?? String(number)}
      onChange={(_, number) => {
        field.onChange(number)
        onChoice(number)
      }}
      onBlur={field.onBlur}
      renderOption={({ key, ...props }, number) => (
        <Box component="li" key={key} {...props}>
          <SupplierName type={number} />
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('channel.type')}
          required
          inputRef={field.ref}
          error={invalid}
          helperText={below}
        />
      )}
    />
  )
}

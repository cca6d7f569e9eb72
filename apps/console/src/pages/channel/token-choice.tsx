import Autocomplete from '@mui/material/Autocomplete'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { userCalls } from '@posthouse/contract/calls/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { useUser } from '../../stores/session.ts'

type Props = {
  /** The token's id; empty: none. */
  readonly value: string
  readonly choose: (id: string) => void
}

/** A token by its name, of a user who is looked for by name. */
export function TokenChoice({ value, choose }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [user, setUser] = useState<{ id: number; username: string } | null>(null)
  const users = useRead(
    userCalls,
    'listUsers',
    { query: { keyword: typed, size: 20 } },
    { keep: true },
  )
  const tokens = useTokens(user?.id ?? null)
  return (
    <>
      <Autocomplete
        options={(users.data?.data ?? []).map(({ id, username }) => ({ id, username }))}
        filterOptions={(options) => options}
        getOptionLabel={({ username }) => username}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        loading={users.isFetching}
        value={user}
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, chosen) => {
          setUser(chosen)
          choose('')
        }}
        renderInput={(parameters) => (
          <TextField
            {...parameters}
            label={t('channel.tokenOwner')}
            helperText={t('channel.tokenOwnerHelp')}
          />
        )}
      />
      <TextField
        select
        label={t('channel.servingToken')}
        value={value}
        disabled={user === null}
        onChange={({ target }) => choose(target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('channel.noToken')}</MenuItem>
        {tokens.map(({ id, name }) => (
          <MenuItem key={id} value={String(id)}>
            {`${name} #${id}`}
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}

/** One's own tokens have a call of their own. */
function useTokens(id: number | null): readonly { readonly id: number; readonly name: string }[] {
  const isOwn = useUser()?.id === id
  const own = useRead(
    tokenCalls,
    'listTokens',
    { query: { size: 100 } },
    { enabled: id !== null && isOwn },
  )
  const others = useRead(
    userCalls,
    'listUserTokens',
    { params: { id: id ?? 0 } },
    { enabled: id !== null && !isOwn },
  )
  if (id === null) return []
  return (isOwn ? own.data?.data : others.data) ?? []
}

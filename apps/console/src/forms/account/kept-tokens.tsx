import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import type { sessionCalls } from '@posthouse/contract/calls/session'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import { useTranslation } from 'react-i18next'

type Props = {
  readonly tokens: ReplyOf<typeof sessionCalls.listTokensOfReset>
  readonly kept: readonly number[]
  readonly onChange: (kept: readonly number[]) => void
}

/** The access tokens of an account whose password is reset: those that are not ticked are deleted. */
export function KeptTokens({ tokens, kept, onChange }: Props) {
  const { t } = useTranslation()
  const tick = (id: number, on: boolean) => {
    const others = kept.filter((known) => known !== id)
    onChange(on ? [...others, id] : others)
  }
  return (
    <Box role="group" aria-label={t('account.keptTokens')}>
      <Typography variant="subtitle1">{t('account.keptTokens')}</Typography>
      <Typography color="textSecondary">{t('account.keptTokensHelp')}</Typography>
      {tokens.map(({ id, name, tail }) => (
        <FormControlLabel
          key={id}
          control={<Checkbox checked={kept.includes(id)} onChange={(_, on) => tick(id, on)} />}
          label={t('account.keptToken', { name, tail })}
          sx={{ display: 'flex', overflowWrap: 'anywhere' }}
        />
      ))}
    </Box>
  )
}

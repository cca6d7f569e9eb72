import { tokenCalls } from '@posthouse/contract/calls/tokens'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead, write } from '../../api/use-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { ChatClients } from '../../forms/chat-clients.tsx'
import { usePasswordAgain } from '../../forms/use-password-again.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../stores/site.ts'
import { InlineError } from '../../ui/inline-error.tsx'

type Props = { readonly onClose: () => void }

/** Other clients that can be opened with one of the caller's keys. */
export function ChatClientsDialog({ onClose }: Props) {
  const { t } = useTranslation()
  const reveal = useSite((site) => site.info.token_key_reveal)
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="clients-title">
      <DialogTitle id="clients-title" component="h2" variant="h2">
        {t('playground.clients')}
      </DialogTitle>
      <DialogContent>{reveal ? <WithToken /> : <NeedsToken />}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Keys are shown but once: then a new one is the way, and its dialog has the clients. */
function NeedsToken() {
  const { t } = useTranslation()
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        {t('playground.clientsNeedToken')}
      </Typography>
      <Button component={Link} to={paths.newToken} variant="contained">
        {t('playground.createToken')}
      </Button>
    </>
  )
}

const enabled = 1
const offeredMost = 100

function WithToken() {
  const { t } = useTranslation()
  const tokens = useRead(tokenCalls, 'listTokens', {
    query: { status: enabled, page: 1, size: offeredMost },
  })
  const [chosen, setChosen] = useState<number | null>(null)
  const [key, setKey] = useState('')
  const [error, setError] = useState('')
  const { guard, dialog } = usePasswordAgain()
  const rows = tokens.data?.data ?? []
  const id = chosen ?? rows[0]?.id
  if (tokens.data !== undefined && rows.length === 0) return <NeedsToken />
  const fault = tokens.error === null ? error : messageOf(tokens.error)
  const show = async () => {
    if (id === undefined) return
    setError('')
    const reveal = async () => {
      const answer = await write(tokenCalls, 'revealToken', { params: { id } }, { quiet: true })
      setKey(answer.key)
    }
    await guard(reveal).catch((cause: unknown) => setError(messageOf(cause)))
  }
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        {t('playground.clientsHelp')}
      </Typography>
      <TextField
        select
        label={t('playground.token')}
        value={id ?? ''}
        onChange={(event) => {
          setChosen(Number(event.target.value))
          setKey('')
        }}
      >
        {rows.map((token) => (
          <MenuItem key={token.id} value={token.id}>
            {token.name}
          </MenuItem>
        ))}
      </TextField>
      {fault !== '' && <InlineError text={fault} />}
      {key === '' ? (
        <Button
          variant="outlined"
          sx={{ mt: 3 }}
          disabled={id === undefined}
          onClick={() => void show()}
        >
          {t('playground.showClients')}
        </Button>
      ) : (
        <ChatClients tokenKey={key} />
      )}
      {dialog}
    </>
  )
}

import { accountCalls } from '@posthouse/contract/calls/account'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { callableModels } from '../lib/chat/chat-models.ts'
import { sandboxModel, type Snippet } from '../lib/chat/snippets.ts'
import { useServerAddress, useSite } from '../stores/site.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { SealMark } from '../ui/seal-mark.tsx'
import { SnippetTabs } from '../ui/snippet-tabs.tsx'
import { WaitingBlock } from '../ui/still-waiting.tsx'
import { ChatClients } from './chat-clients.tsx'

type Props = {
  readonly id: number
  readonly name: string
  readonly tokenKey: string
  /** Just made: the seal is stamped. */
  readonly fresh: boolean
  readonly onClose: () => void
}

/**
 * A key, in the only moment in which the page has it, with all that it is good for.
 * One that cannot be shown again goes by the button alone, not by Escape or a click beside it.
 */
export function TokenKey({ id, name, tokenKey, fresh, onClose }: Props) {
  const { t } = useTranslation()
  const reveal = useSite((site) => site.info.token_key_reveal)
  return (
    <Dialog open {...(reveal && { onClose })} maxWidth="md" fullWidth aria-labelledby="key-title">
      <DialogTitle
        id="key-title"
        component="h2"
        variant="h2"
        sx={{ display: 'flex', gap: 3, alignItems: 'center' }}
      >
        <SealMark size={28} stamped={fresh} />
        {t(fresh ? 'token.createdTitle' : 'token.keyTitle', { name })}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t(reveal ? 'token.keyAgain' : 'token.keyOnce')}
        </Typography>
        <CopyField text={tokenKey} label={t('token.key')} />
        <Typography component="h3" variant="h3" sx={{ mt: 6, mb: 2 }}>
          {t('token.snippets')}
        </Typography>
        <KeySnippets tokenKey={tokenKey} tokenId={id} />
        <ChatClients tokenKey={tokenKey} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('token.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type SnippetProps = {
  readonly tokenKey: string
  readonly tokenId?: number
  /** The model to begin with, if the token may call it. Absent: the server's suggestion. */
  readonly suggested?: string
  readonly entries?: readonly [Snippet, ...Snippet[]]
}

/** The snippets with a model that the token may call now, and that can be changed in place. */
export function KeySnippets({ tokenKey, tokenId, suggested = '', entries }: SnippetProps) {
  const { t } = useTranslation()
  const server = useServerAddress()
  const query = tokenId === undefined ? {} : { token: tokenId }
  const own = useRead(accountCalls, 'listOwnModels', { query })
  const [chosen, setChosen] = useState('')
  // Without a model yet the wrong one could be copied.
  if (own.isPending && own.error === null) return <WaitingBlock height={160} />
  const models = callableModels(own.data ?? [])
  const model =
    [chosen, suggested].find((name) => models.includes(name)) ?? models[0] ?? sandboxModel
  return (
    <>
      {models.length === 0 ? (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {t('token.noModel')}
        </Alert>
      ) : (
        <Autocomplete
          disableClearable
          size="small"
          options={[...models]}
          value={model}
          onChange={(_, name) => setChosen(name)}
          sx={{ maxWidth: 360, mb: 3 }}
          renderInput={(params) => <TextField {...params} label={t('token.snippetModel')} />}
        />
      )}
      <SnippetTabs
        facts={{ server, key: tokenKey, model }}
        {...(entries !== undefined && { entries })}
      />
    </>
  )
}

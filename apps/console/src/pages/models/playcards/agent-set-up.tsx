import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { tokenCalls } from '@posthouse/contract/calls/tokens'
import type { Token } from '@posthouse/contract/token'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead, write } from '../../../api/use-call.ts'
import { KeySnippets } from '../../../forms/token-key.tsx'
import { agentSnippets } from '../../../lib/chat/snippets.ts'
import { afterPassword } from '../../../noun/after-password.tsx'
import { useStage } from '../../../noun/use-stage.tsx'
import { paths } from '../../../paths.ts'
import { useSite } from '../../../stores/site.ts'
import { Failed } from '../../../table/table-states.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'

type Props = {
  /** The model to begin with. */
  readonly model: string
  readonly onClose: () => void
}

const enabled = 1

/** Settings for coding agents and clients, with one of the reader's tokens in them. */
export function AgentSetUp({ model, onClose }: Props) {
  const { t } = useTranslation()
  const tokens = useRead(tokenCalls, 'listTokens', { query: { status: enabled, size: 100 } })
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="agents-title">
      <DialogTitle id="agents-title" component="h2" variant="h2">
        {t('playcards.agentsTitle')}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 4 }}>
          {t('playcards.agentsLead')}
        </Typography>
        {tokens.error !== null ? (
          <Failed error={tokens.error} onRetry={() => void tokens.refetch()} />
        ) : tokens.data === undefined ? (
          <WaitingBlock height={240} />
        ) : (
          <Settings tokens={tokens.data.data} model={model} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** In place of a key that is not shown. */
const placeholder = 'sk-…'

type SettingsProps = { readonly tokens: readonly Token[]; readonly model: string }

function Settings({ tokens, model }: SettingsProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const token = tokens.find(({ id }) => id === chosen) ?? tokens[0]
  if (token === undefined) {
    return (
      <>
        <NoToken />
        <KeySnippets tokenKey={placeholder} suggested={model} entries={agentSnippets} />
      </>
    )
  }
  const key = revealed?.id === token.id ? revealed.key : null
  return (
    <>
      <TokenChoice
        tokens={tokens}
        token={token}
        isRevealed={key !== null}
        onChoose={setChosen}
        onReveal={setRevealed}
      />
      <KeySnippets
        tokenKey={key ?? placeholder}
        tokenId={token.id}
        suggested={model}
        entries={agentSnippets}
      />
    </>
  )
}

function NoToken() {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap', mb: 4 }}>
      <Typography>{t('playcards.noToken')}</Typography>
      <Button component={Link} to={paths.newToken} variant="outlined">
        {t('token.create')}
      </Button>
    </Box>
  )
}

type Revealed = { readonly id: number; readonly key: string }

type ChoiceProps = Pick<SettingsProps, 'tokens'> & {
  readonly token: Token
  readonly isRevealed: boolean
  readonly onChoose: (id: number) => void
  readonly onReveal: (revealed: Revealed) => void
}

function TokenChoice({ tokens, token, isRevealed, onChoose, onReveal }: ChoiceProps) {
  const { t } = useTranslation()
  const { stage, dialog } = useStage()
  const canReveal = useSite((site) => site.info.token_key_reveal)
  const { id } = token
  const reveal = () =>
    afterPassword(stage, async () => {
      const { key } = await write(tokenCalls, 'revealToken', { params: { id } }, { quiet: true })
      onReveal({ id, key })
    })
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap', mb: 4 }}>
      <TextField
        select
        size="small"
        label={t('playcards.token')}
        value={id}
        onChange={(event) => onChoose(Number(event.target.value))}
        sx={{ width: 360, maxWidth: '100%', mt: 2 }}
      >
        {tokens.map(({ id: value, name, key_preview: preview }) => (
          <MenuItem key={value} value={value}>
            {name} · {preview}
          </MenuItem>
        ))}
      </TextField>
      {canReveal && !isRevealed && (
        <Button variant="outlined" onClick={() => void reveal()}>
          {t('token.reveal')}
        </Button>
      )}
      {!isRevealed && (
        <Typography variant="body2" color="textSecondary">
          {t(canReveal ? 'playcards.keyHidden' : 'playcards.keyNeverShown')}
        </Typography>
      )}
      {dialog}
    </Box>
  )
}

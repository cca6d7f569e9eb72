import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useServerAddress, useSite } from '../stores/site.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { SealMark } from '../ui/seal-mark.tsx'
import { SnippetTabs } from '../ui/snippet-tabs.tsx'
import { ChatClients } from './chat-clients.tsx'
import { useNamedModel } from './use-named-model.ts'

type Props = {
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
export function TokenKey({ name, tokenKey, fresh, onClose }: Props) {
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
        <KeySnippets tokenKey={tokenKey} />
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

/** The snippets with a model that the caller may use. */
export function KeySnippets({ tokenKey }: { readonly tokenKey: string }) {
  const server = useServerAddress()
  const model = useNamedModel()
  return <SnippetTabs facts={{ server, key: tokenKey, model }} />
}

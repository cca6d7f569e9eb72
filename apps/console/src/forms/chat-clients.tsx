import { type ChatLink, hostToldTheKey } from '@posthouse/contract/chat-links'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { chatAddress, chatLinks } from '../lib/chat/chat-links.ts'
import { useConfirm } from '../stores/confirm.ts'
import { useServerAddress, useSite } from '../stores/site.ts'

/** Clients that take the key over a link. A host whose page would have the key is named, and asked about first. */
export function ChatClients({ tokenKey }: { readonly tokenKey: string }) {
  const { t } = useTranslation()
  const site = useSite((state) => state.info)
  const links = chatLinks(site).filter((link) => link.show)
  if (links.length === 0) return null
  return (
    <>
      <Typography component="h3" variant="h3" sx={{ mt: 6, mb: 1 }}>
        {t('token.chatClients')}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 2 }}>
        {t('token.chatClientsHelp')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {links.map((link) => (
          <ChatClient key={link.name} link={link} tokenKey={tokenKey} />
        ))}
      </Box>
    </>
  )
}

function ChatClient({ link, tokenKey }: { readonly link: ChatLink; readonly tokenKey: string }) {
  const { t } = useTranslation()
  const server = useServerAddress()
  const ask = useConfirm((confirm) => confirm.ask)
  const address = chatAddress(link, tokenKey, server)
  const host = hostToldTheKey(link.url)
  if (host === null) {
    return (
      <Button variant="outlined" href={address} target="_blank" rel="noreferrer">
        {link.name}
      </Button>
    )
  }
  const confirm = () =>
    ask({
      title: t('token.tellHostTitle', { host }),
      consequences: [t('token.tellHostConsequence', { host })],
      action: t('token.tellHost'),
      run: async () => {
        window.open(address, '_blank', 'noreferrer')
      },
    })
  return (
    <Button variant="outlined" onClick={confirm} sx={{ columnGap: 2, flexWrap: 'wrap' }}>
      {link.name}
      <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {host}
      </Typography>
    </Button>
  )
}

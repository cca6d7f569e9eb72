import { tokenCalls } from '@posthouse/contract/calls/tokens'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { TokenInput } from '@posthouse/contract/token'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { snippetsFor } from '../../lib/chat/kind-snippets.ts'
import { useUser } from '../../stores/session.ts'
import { useServerAddress, useSite } from '../../stores/site.ts'
import { SnippetTabs } from '../../ui/snippet-tabs.tsx'

/** Code that calls the model. Kinds that a client cannot be shown for have none. */
export function ModelSnippet({ model }: { readonly model: CatalogueModel }) {
  const { t } = useTranslation()
  const known = useUser() !== null
  const server = useServerAddress()
  const [key, setKey] = useState('')
  const entries = snippetsFor(model.operation)
  if (entries === null) return null
  return (
    <section aria-labelledby="model-code">
      <Typography id="model-code" component="h3" variant="h3" sx={{ mb: 2 }}>
        {t('models.code')}
      </Typography>
      {known ? (
        <SnippetToken model={model.name} made={key !== ''} onKey={setKey} />
      ) : (
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('models.needsSignIn')}
        </Typography>
      )}
      <SnippetTabs facts={{ server, key: key || 'sk-…', model: model.name }} entries={entries} />
    </section>
  )
}

type TokenProps = {
  readonly model: string
  readonly made: boolean
  readonly onKey: (key: string) => void
}

/** A token that may call this model and no other. */
function SnippetToken({ model, made, onKey }: TokenProps) {
  const { t } = useTranslation()
  const reveal = useSite((site) => site.info.token_key_reveal)
  const create = useWrite(tokenCalls, 'createToken', { changes: ['listTokens'] })
  const make = async () => {
    const name = t('models.tokenName', { model }).slice(0, 64)
    const body = TokenInput.parse({ name, unlimited_quota: true, limits: { models: [model] } })
    onKey((await create.mutateAsync({ body })).key)
  }
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t(!made ? 'models.needsToken' : reveal ? 'token.keyAgain' : 'token.keyOnce')}
      </Typography>
      {!made && (
        <Button
          variant="outlined"
          size="small"
          loading={create.isPending}
          onClick={() => void make().catch(() => null)}
          sx={{ mb: 3 }}
        >
          {t('token.create')}
        </Button>
      )}
    </>
  )
}

import { oauthCalls } from '@posthouse/contract/calls/oauth'
import type { IdentityProvider } from '@posthouse/contract/user'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../api/refusal.ts'
import { type RedirectingProvider, startSignIn } from '../../api/third-party.ts'
import { write } from '../../api/use-call.ts'
import { WeChatCodeForm } from '../../forms/account/wechat-code-form.tsx'
import { usePasswordAgain } from '../../forms/use-password-again.tsx'
import { notify } from '../../ui/notify.tsx'
import { TelegramBinding } from './telegram-binding.tsx'

/** Binds an account at another service: at the provider in a new window, or with a code. */
export function BindButton({ provider }: { readonly provider: IdentityProvider }) {
  if (provider === 'telegram') return <TelegramBinding />
  return provider === 'wechat' ? <BindWeChat /> : <BindElsewhere provider={provider} />
}

function BindElsewhere({ provider }: { readonly provider: RedirectingProvider }) {
  const { t } = useTranslation()
  const again = usePasswordAgain()
  const start = () => again.guard(() => startSignIn(provider, { newWindow: true }))
  const name = t(`binding.providers.${provider}`)
  return (
    <>
      <Button
        size="small"
        aria-label={t('binding.bindOf', { name })}
        onClick={() => void start().catch(notifyFailure)}
      >
        {t('binding.bind')}
      </Button>
      {again.dialog}
    </>
  )
}

function BindWeChat() {
  const { t } = useTranslation()
  const again = usePasswordAgain()
  const [open, setOpen] = useState(false)
  const name = t('binding.providers.wechat')
  const bind = (code: string) =>
    again.guard(async () => {
      const writing = { changes: ['listBindings'] as const, quiet: true }
      await write(oauthCalls, 'bindWeChat', { query: { code } }, writing)
      notify('success', t('binding.bound', { name }))
      setOpen(false)
    })
  return (
    <>
      <Button size="small" aria-label={t('binding.bindOf', { name })} onClick={() => setOpen(true)}>
        {t('binding.bind')}
      </Button>
      {open && (
        <WeChatCodeForm
          title={t('binding.bindOf', { name })}
          submitLabel={t('binding.bind')}
          send={bind}
          onClose={() => setOpen(false)}
        />
      )}
      {again.dialog}
    </>
  )
}

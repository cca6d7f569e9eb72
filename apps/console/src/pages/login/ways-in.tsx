import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import { IconBrandGithub, IconBrandWechat, IconKey } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { codeOf, summaryOf } from '../../api/refusal.ts'
import { type RedirectingProvider, signInWithWeChat, startSignIn } from '../../api/third-party.ts'
import { withTexts } from '../../i18n/index.ts'
import { paths, safeNext } from '../../paths.ts'
import { useSite } from '../../stores/site.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { notify } from '../../ui/notify.tsx'
import { part } from '../../ui/part.ts'
import { LarkMark } from './lark-mark.tsx'

const WeChatCodeForm = part(
  withTexts(['account', 'form'], async () => ({
    default: (await import('../../forms/account/wechat-code-form.tsx')).WeChatCodeForm,
  })),
)

/** Accounts elsewhere that sign somebody in, before the form that asks for a password. None is on: nothing. */
export function WaysIn() {
  const { t } = useTranslation()
  const site = useSite(({ info }) => info)
  const start = useStart()
  const wechat = useWeChat()
  const ways: readonly { name: string; isOn: boolean; mark: ReactNode; go: () => void }[] = [
    {
      name: 'GitHub',
      isOn: site.github_oauth,
      mark: <IconBrandGithub size={20} stroke={1.5} />,
      go: () => start.to('github'),
    },
    {
      name: t('account.wechat'),
      isOn: site.wechat_login,
      mark: <IconBrandWechat size={20} stroke={1.5} />,
      go: wechat.open,
    },
    {
      name: t('account.lark'),
      isOn: site.lark_login,
      mark: <LarkMark />,
      go: () => start.to('lark'),
    },
    {
      name: 'OIDC',
      isOn: site.oidc_auth,
      mark: <IconKey size={20} stroke={1.5} />,
      go: () => start.to('oidc'),
    },
  ]
  const on = ways.filter(({ isOn }) => isOn)
  if (on.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, mb: 4 }}>
      {on.map(({ name, mark, go }) => (
        <Button
          key={name}
          variant="outlined"
          fullWidth
          startIcon={mark}
          disabled={start.starting}
          onClick={go}
          sx={{ minHeight: 40 }}
        >
          {t('account.continueWith', { provider: name })}
        </Button>
      ))}
      {start.refusal !== '' && <InlineError text={start.refusal} />}
      <Divider sx={{ fontSize: 13, color: 'text.secondary' }}>{t('account.or')}</Divider>
      {wechat.dialog}
    </Box>
  )
}

function useStart() {
  const [starting, setStarting] = useState(false)
  const [refusal, setRefusal] = useState('')
  const go = async (provider: RedirectingProvider): Promise<void> => {
    setStarting(true)
    setRefusal('')
    try {
      await startSignIn(provider)
    } catch (error) {
      setRefusal(summaryOf(error))
    } finally {
      setStarting(false)
    }
  }
  return { starting, refusal, to: (provider: RedirectingProvider) => void go(provider) }
}

function useWeChat() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const dialog = isOpen && (
    <Suspense>
      <WeChatCodeForm
        title={t('account.wechatTitle')}
        submitLabel={t('account.wechatSubmit')}
        send={async (code) => {
          const next = safeNext(query.get('next'), paths.dashboard)
          try {
            await signInWithWeChat(code)
            notify('success', t('account.signedIn'))
            void navigate(next)
          } catch (error) {
            if (codeOf(error) !== 'auth.second-factor') throw error
            setOpen(false)
            void navigate(paths.login(next), { state: { asksCode: true } })
          }
        }}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  )
  return { open: () => setOpen(true), dialog }
}

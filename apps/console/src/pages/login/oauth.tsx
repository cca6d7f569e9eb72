import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { codeOf, messageOf } from '../../api/refusal.ts'
import { finishSignIn, isUnanswered, type RedirectingProvider } from '../../api/third-party.ts'
import { i18n } from '../../i18n/index.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { Gate } from '../../ui/art/gate.tsx'
import { Blank } from '../../ui/blank.tsx'
import { notify } from '../../ui/notify.tsx'

const attempts = 3
const waitSeconds = 3
/** Long enough to read why. */
const failedMs = 2_000

/** Where a provider of sign-ins sends people back to. */
export const oauthPages = {
  github: () => <Returning provider="github" name="GitHub" />,
  lark: function LarkPage() {
    const { t } = useTranslation()
    return <Returning provider="lark" name={t('account.lark')} />
  },
  oidc: () => <Returning provider="oidc" name="OIDC" />,
} satisfies Record<RedirectingProvider, () => ReactNode>

type Props = { readonly provider: RedirectingProvider; readonly name: string }

type Stage =
  | { readonly is: 'asking' }
  | { readonly is: 'waiting'; readonly next: number; readonly seconds: number }
  | { readonly is: 'failed'; readonly reason: string }

function Returning({ provider, name }: Props) {
  const { t } = useTranslation()
  const stage = useReturn(provider, name)
  return (
    <Blank
      picture={<Gate />}
      title={t('account.returning', { provider: name })}
      sentence={stage.is === 'failed' ? stage.reason : ''}
      action={
        <>
          {stage.is !== 'failed' && <CircularProgress aria-hidden size={28} sx={{ mb: 4 }} />}
          <Typography role="status" color="textSecondary">
            <StageText stage={stage} />
          </Typography>
        </>
      }
    />
  )
}

function StageText({ stage }: { readonly stage: Stage }) {
  const { t } = useTranslation()
  switch (stage.is) {
    case 'asking':
      return t('account.asking')
    case 'waiting':
      return t('account.askingAgain', { seconds: stage.seconds, next: stage.next, attempts })
    case 'failed':
      return t('account.redirecting')
  }
}

/** Once for a page, whatever React does with it: a code and a state are good for one use. */
function useReturn(provider: RedirectingProvider, name: string): Stage {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [stage, setStage] = useState<Stage>({ is: 'asking' })
  const isBegun = useRef(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const of = (key: string): string => query.get(key) ?? ''
    const given = { code: of('code'), state: of('state'), iss: of('iss') }
    // Whoever has left the page meanwhile is not taken away from where they are.
    const leaveFor: Run['leaveFor'] = (to, state) => {
      if (isOpen.current) void navigate(to, { replace: true, state })
    }
    void run({ provider, name, given, leaveFor, setStage })
  }, [provider, name, query, navigate])
  return stage
}

type Run = Props & {
  readonly given: Parameters<typeof finishSignIn>[1]
  readonly leaveFor: (path: string, state?: Readonly<Record<string, unknown>>) => void
  readonly setStage: (stage: Stage) => void
}

async function run(facts: Run): Promise<void> {
  const { provider, name, given, leaveFor } = facts
  // The provider names an error in place of a code, most often that somebody went back.
  if (given.code === '') return fail(i18n.t('account.cancelled', { provider: name }), facts)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const end = await finishSignIn(provider, given)
      notify(
        'success',
        end === 'bound' ? i18n.t('account.bound', { provider: name }) : i18n.t('account.signedIn'),
      )
      return leaveFor(paths.dashboard)
    } catch (error) {
      if (codeOf(error) === 'auth.second-factor') {
        return leaveFor(paths.login(), { asksCode: true })
      }
      if (!isUnanswered(error) || attempt === attempts) return fail(messageOf(error), facts)
      await countDown(attempt + 1, facts)
    }
  }
}

async function countDown(next: number, { setStage }: Run): Promise<void> {
  for (let seconds = waitSeconds; seconds > 0; seconds -= 1) {
    setStage({ is: 'waiting', next, seconds })
    await pause(1_000)
  }
  setStage({ is: 'asking' })
}

async function fail(reason: string, { leaveFor, setStage }: Run): Promise<void> {
  setStage({ is: 'failed', reason })
  await pause(failedMs)
  const isSignedIn = useSession.getState().user !== null
  if (isSignedIn) notify('error', reason)
  leaveFor(isSignedIn ? paths.profile : paths.login(), { reason })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

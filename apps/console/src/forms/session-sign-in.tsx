import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { check, fieldFaults } from '@posthouse/contract/field-messages'
import { Login } from '@posthouse/contract/user'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, summaryOf } from '../api/refusal.ts'
import { signIn } from '../api/session.ts'
import { withTexts } from '../i18n/index.ts'
import { InlineError } from '../ui/inline-error.tsx'
import { part } from '../ui/part.ts'
import { fieldText } from './kit/field-text.ts'
import { OutlinedField } from './kit/outlined-field.tsx'
import { useVisitorCheck, type VisitorCheck } from './account/visitor-check.tsx'
import { PasswordField } from './kit/password-field.tsx'

/** Few accounts ask for it. */
export const SecondStep = part(
  withTexts(['security'], async () => ({
    default: (await import('./account/second-step.tsx')).SecondStep,
  })),
)

type Props = {
  /** Filled in when the session of a known user ended. */
  readonly username: string
  readonly onSignedIn: () => void
}

type Values = { readonly username: string; readonly password: string }
type Faults = { readonly username: string; readonly password: string }

/** The words under each field; none when the values may be sent. */
function faultsOf(values: Values): Faults {
  const { error } = check(Login, values)
  const faults = error === undefined ? {} : fieldFaults(error)
  return { username: faults['username'] ?? '', password: faults['password'] ?? '' }
}

const none: Faults = { username: '', password: '' }

/**
 * Username and password. Enter sends; a refusal stays under the fields. Written without the form
 * library, which is as heavy as the rest of the page that everybody opens first.
 */
export function SessionSignIn(props: Props) {
  const [asksCode, setAsksCode] = useState(false)
  if (!asksCode) return <PasswordStep {...props} onCodeAsked={() => setAsksCode(true)} />
  return (
    <Suspense fallback={null}>
      <SecondStep onSignedIn={props.onSignedIn} onBack={() => setAsksCode(false)} />
    </Suspense>
  )
}

type StepProps = Props & { readonly onCodeAsked: () => void }

function PasswordStep({ username, onSignedIn, onCodeAsked }: StepProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Values>({ username, password: '' })
  const [tried, setTried] = useState(false)
  const visitor = useVisitorCheck()
  const { send, sending, refusal } = useSending({ onSignedIn, onCodeAsked, visitor })
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const faults = tried ? faultsOf(values) : none
  const submit = () => {
    setTried(true)
    const found = faultsOf(values)
    if (found.username !== '') nameInput.current?.focus()
    else if (found.password !== '') passwordInput.current?.focus()
    else void send(values)
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      <OutlinedField
        name="username"
        label={t('login.username')}
        required
        autoComplete="username"
        autoFocus={username === ''}
        value={values.username}
        onChange={(event) => setValues({ ...values, username: event.target.value })}
        fault={fieldText(faults.username, t('login.username'))}
        inputRef={nameInput}
      />
      <PasswordField
        name="password"
        label={t('login.password')}
        required
        autoComplete="current-password"
        autoFocus={username !== ''}
        value={values.password}
        onChange={(password) => setValues({ ...values, password })}
        fault={fieldText(faults.password, t('login.password'))}
        inputRef={passwordInput}
      />
      {visitor.widget}
      {refusal !== '' && <InlineError text={refusal} />}
      <Button type="submit" variant="contained" fullWidth loading={sending} sx={{ minHeight: 40 }}>
        {t('login.title')}
      </Button>
    </Box>
  )
}

type Sending = Pick<StepProps, 'onSignedIn' | 'onCodeAsked'> & { readonly visitor: VisitorCheck }

function useSending({ onSignedIn, onCodeAsked, visitor }: Sending) {
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState('')
  const send = async (values: Values): Promise<void> => {
    const turnstile = sending ? null : visitor.pass()
    if (turnstile === null) return
    setSending(true)
    setRefusal('')
    try {
      await signIn(values.username, values.password, turnstile)
      onSignedIn()
    } catch (error) {
      if (codeOf(error) === 'auth.second-factor') onCodeAsked()
      else setRefusal(summaryOf(error))
    } finally {
      setSending(false)
    }
  }
  return { send, sending, refusal }
}

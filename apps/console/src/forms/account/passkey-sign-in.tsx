import { passkeyCalls } from '@posthouse/contract/calls/passkeys'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { assertPasskey, canUsePasskeys } from '../../api/passkey.ts'
import { summaryOf } from '../../api/refusal.ts'
import { begin } from '../../api/session.ts'
import { InlineError } from '../../ui/inline-error.tsx'

/** Signs in without a username and a password, where the browser knows passkeys. */
export function PasskeySignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState('')
  if (!canUsePasskeys()) return null
  const ask = async (): Promise<void> => {
    setAsking(true)
    setRefusal('')
    try {
      const body = await assertPasskey()
      begin(await call(passkeyCalls.finishPasskeyLogin, { body }))
      onSignedIn()
    } catch (error) {
      setRefusal(summaryOf(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <Box sx={{ mt: 3, display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Button
        variant="outlined"
        fullWidth
        loading={asking}
        startIcon={<IconKey size={18} stroke={1.5} />}
        onClick={() => void ask()}
        sx={{ minHeight: 40 }}
      >
        {t('security.signInByPasskey')}
      </Button>
      {refusal !== '' && <InlineError text={refusal} />}
    </Box>
  )
}

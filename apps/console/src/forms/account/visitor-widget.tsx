import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTurnstile } from '../../api/turnstile.ts'
import { documentLanguage } from '../../i18n/index.ts'
import { useSite } from '../../stores/site.ts'
import { InlineError } from '../../ui/inline-error.tsx'

/** What the widget has solved and nothing has used yet; empty: nothing. */
export type Solved = { readonly token: string; readonly renew: () => void }

/** Cloudflare's widget. It draws itself, and mostly asks nothing of the visitor. */
export function VisitorWidget({ onSolved }: { readonly onSolved: (solved: Solved) => void }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme().palette.mode
  const address = useSite((site) => site.info.turnstile_address)
  const sitekey = useSite((site) => site.info.turnstile_site_key)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let remove = () => {}
    let gone = false
    const draw = async (): Promise<void> => {
      const turnstile = await loadTurnstile(address)
      if (gone || box.current === null) return
      const take = (token: string) => onSolved({ token, renew: () => turnstile.reset(id) })
      const id = turnstile.render(box.current, {
        sitekey,
        theme,
        language: documentLanguage().toLowerCase(),
        callback: take,
        'expired-callback': () => take(''),
      })
      remove = () => turnstile.remove(id)
    }
    draw().catch(() => setFailed(true))
    return () => {
      gone = true
      onSolved({ token: '', renew: () => {} })
      remove()
    }
  }, [address, sitekey, theme, onSolved])
  return failed ? <InlineError text={t('login.visitorCheckFailed')} /> : <Box ref={box} />
}

import { type ReactNode, Suspense, useCallback, useRef } from 'react'
import { i18n } from '../../i18n/index.ts'
import { useSite } from '../../stores/site.ts'
import { notify } from '../../ui/notify.tsx'
import { part } from '../../ui/part.ts'
import type { Solved } from './visitor-widget.tsx'

const VisitorWidget = part(async () => ({
  default: (await import('./visitor-widget.tsx')).VisitorWidget,
}))

const nothing: Solved = { token: '', renew: () => {} }

export type VisitorCheck = {
  /** For the form, above its button; nothing where the site does not ask. */
  readonly widget: ReactNode
  /** The proof for one call; empty where none is asked for. Null: not there yet, which was said in a notice. */
  readonly pass: () => string | null
}

/** Whether a visitor is a person, where the site has Cloudflare Turnstile find out. */
export function useVisitorCheck(): VisitorCheck {
  const isAsked = useSite((site) => site.info.turnstile_check)
  const solved = useRef<Solved>(nothing)
  const keep = useCallback((next: Solved) => {
    solved.current = next
  }, [])
  const pass = (): string | null => {
    if (!isAsked) return ''
    const { token, renew } = solved.current
    if (token === '') {
      notify('info', i18n.t('login.visitorCheck'))
      return null
    }
    // Good for one call, whatever comes of it.
    solved.current = nothing
    renew()
    return token
  }
  return {
    widget: isAsked && (
      <Suspense fallback={null}>
        <VisitorWidget onSolved={keep} />
      </Suspense>
    ),
    pass,
  }
}

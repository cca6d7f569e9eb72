import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { whenFound } from '../lib/when-found.ts'

const patienceMs = 5000

/** After a change of page the heading has the focus; returns the sentence for the live region. */
export function useRouteFocus(): string {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  const { language } = useTranslation().i18n
  useEffect(() => {
    // The sentence changes its language with the page.
    const frame = requestAnimationFrame(() =>
      setAnnouncement((said) =>
        said === '' ? '' : (document.querySelector('h1')?.textContent ?? said),
      ),
    )
    return () => cancelAnimationFrame(frame)
  }, [language])
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    // A page whose content is still being asked for draws its heading later.
    return whenFound('h1', patienceMs, (heading) => {
      // Who has opened a dialog meanwhile is typing in it.
      if (!document.activeElement?.closest('[aria-modal="true"]')) {
        heading.focus({ preventScroll: true })
      }
      setAnnouncement(heading.textContent)
    })
  }, [pathname])
  return announcement
}

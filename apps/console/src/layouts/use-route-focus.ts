import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After a change of page the heading has the focus; returns the sentence for the live region. */
export function useRouteFocus(): string {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    // The page draws its heading in the same commit or, after a lazy chunk, a frame later.
    const frame = requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>('h1')
      heading?.focus({ preventScroll: true })
      setAnnouncement(heading?.textContent ?? '')
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return announcement
}

import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const stillness = '(prefers-reduced-motion: reduce)'

/** To the top, smoothly, when the path changes; back to where one was on "back"; never for a query. */
export function useRouteScroll(): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const shown = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  useEffect(() => {
    const remembered = positions.current
    const remember = () => remembered.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type === 'POP') window.scrollTo(0, positions.current.get(key) ?? 0)
    else {
      const still = window.matchMedia(stillness).matches
      window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
    }
  }, [pathname, key, type])
}

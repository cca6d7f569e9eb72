import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const stillness = '(prefers-reduced-motion: reduce)'
const patienceMs = 3000

/** To the top, smoothly, when the path changes; back to where one was on "back"; never for a query. */
export function useRouteScroll(): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const shown = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  // In the commit itself: a shorter page moves the window up at once, and that is not the old page's place.
  useLayoutEffect(() => {
    const remembered = positions.current
    const remember = () => remembered.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    if (type === 'POP') return scrollWhenTall(positions.current.get(key) ?? 0)
    const still = window.matchMedia(stillness).matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
    return undefined
  }, [pathname, key, type])
}

/** A page of rows is short until they have come: goes to the place once it exists, unless the reader moves. */
function scrollWhenTall(top: number): () => void {
  const reached = (): boolean => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) < 2
  }
  if (reached()) return () => undefined
  const observer = new ResizeObserver(() => {
    if (reached()) give()
  })
  const give = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, give)
  }
  const timer = setTimeout(() => give(), patienceMs)
  for (const event of ['wheel', 'touchstart', 'keydown']) window.addEventListener(event, give)
  observer.observe(document.documentElement)
  return give
}

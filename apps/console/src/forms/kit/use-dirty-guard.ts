import { useEffect } from 'react'
import { useBlocker } from 'react-router'

type Guard = {
  /** The reader is about to leave by the address: "back", a link, the palette. */
  readonly leaving: boolean
  readonly stay: () => void
  readonly leave: () => void
}

/**
 * Keeps input from being lost by an address: another page waits for the answer, and closing the tab asks
 * in the browser's own words. A changed query of the same page loses nothing and is let through.
 */
export function useDirtyGuard(dirty: boolean): Guard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  return {
    leaving: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}

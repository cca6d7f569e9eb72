import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How much of the page is above an element, in pixels; it follows bars that come and go. */
export function useRoomBelow(): {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly above: number
} {
  const ref = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState(200)
  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current === null) return
      setAbove(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { ref, above }
}

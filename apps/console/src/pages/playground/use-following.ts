import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** So near to the end counts as there. */
const nearPx = 40

type Following = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
  /** What is newest is out of sight. */
  readonly away: boolean
  readonly toNewest: () => void
}

/** Keeps the newest in sight as it grows, until the reader scrolls up. */
export function useFollowing(): Following {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const last = useRef(0)
  const [away, setAway] = useState(false)
  const toNewest = useCallback(() => {
    follows.current = true
    setAway(false)
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [])
  const onScroll = () => {
    const box = scroller.current
    if (box === null) return
    const left = box.scrollHeight - box.scrollTop - box.clientHeight
    // Only a reader scrolls up.
    if (box.scrollTop < last.current && left > nearPx) follows.current = false
    if (left <= nearPx) follows.current = true
    last.current = box.scrollTop
    setAway(!follows.current)
  }
  useEffect(() => {
    if (content.current === null || scroller.current === null) return
    const observer = new ResizeObserver(() => {
      if (follows.current) toNewest()
    })
    observer.observe(content.current)
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [toNewest])
  return { scroller, content, onScroll, away, toNewest }
}

import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Brush, moved, stretchOf } from './brush.ts'

type Surface = {
  readonly count: number
  /** The step under the pointer, and the line that it hits, if it hits one. */
  readonly hit: (event: PointerEvent<HTMLElement>) => { place: number; key: string | null }
  readonly onOpen: (place: number, key: string | null) => void
  readonly onBrush: (from: number, to: number) => void
}

/** What is taken, and what pointer and keys do to it. */
export function useBrush({ count, hit, onOpen, onBrush }: Surface) {
  const [brush, setBrush] = useState<Brush | null>(null)
  const [dragging, setDragging] = useState(false)
  const letGo = () => {
    setDragging(false)
    setBrush(null)
  }
  const finish = (taken: Brush, key: string | null) => {
    const { from, to } = stretchOf(taken)
    letGo()
    if (from === to) onOpen(from, key)
    else onBrush(from, to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(brush, event, count)
    if (next !== null) setBrush(next)
    else if (brush !== null && event.key === 'Escape') letGo()
    else if (brush !== null && event.key === 'Enter') finish(brush, null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers = {
    onKeyDown,
    onBlur: letGo,
    onPointerCancel: letGo,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { place } = hit(event)
      setDragging(true)
      setBrush({ anchor: place, cursor: place })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragging && brush !== null) setBrush({ ...brush, cursor: hit(event).place })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!dragging || brush === null) return
      const { place, key } = hit(event)
      finish({ ...brush, cursor: place }, key)
    },
  }
  return { brush, handlers }
}

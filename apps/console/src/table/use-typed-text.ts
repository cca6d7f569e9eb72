import { useEffect, useState } from 'react'

const pauseMs = 300

type TypedText = {
  readonly text: string
  readonly type: (text: string) => void
  /** Enter: no waiting. */
  readonly commit: () => void
}

/** Text that is handed on a moment after the last letter, and follows when the value changes elsewhere. */
export function useTypedText(value: string, handOn: (text: string) => void): TypedText {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => handOn(text.trim()), pauseMs)
    return () => clearTimeout(timer)
    // Only letters start the wait; the function is new on every drawing.
    // eslint-disable-next-line react/exhaustive-deps
  }, [text])
  return { text, type: setText, commit: () => text.trim() !== value && handOn(text.trim()) }
}

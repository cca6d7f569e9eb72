import { useEffect, useEffectEvent, useState } from 'react'

const pauseMs = 300

type TypedText = {
  readonly text: string
  readonly type: (text: string) => void
  /** Enter: no waiting. */
  readonly commit: () => void
}

/**
 * Text that is handed on a moment after the last letter, and follows when the value changes elsewhere.
 * What was handed on meanwhile is not handed on again: the address may have changed since.
 */
export function useTypedText(value: string, handOn: (text: string) => void): TypedText {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (text.trim() !== value) setText(value)
  }
  const commit = () => text.trim() !== value && handOn(text.trim())
  const onPause = useEffectEvent(commit)
  useEffect(() => {
    const timer = setTimeout(onPause, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return { text, type: setText, commit }
}

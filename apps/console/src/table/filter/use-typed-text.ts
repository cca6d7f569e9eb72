import { check, fieldFaults } from '@posthouse/contract/field-messages'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'

const pauseMs = 300

type TypedText = {
  readonly text: string
  readonly type: (text: string) => void
  /** What is wrong with it: the key of a message. Empty when nothing is, and while somebody types. */
  readonly fault: string
  /** Enter: no waiting. */
  readonly commit: () => void
}

/**
 * Text that is handed on a moment after the last letter, and follows when the value changes elsewhere.
 * What was handed on meanwhile is not handed on again: the address may have changed since. What the call
 * would refuse is not handed on either.
 */
export function useTypedText(
  value: string,
  handOn: (text: string) => void,
  schema: z.ZodType,
): TypedText {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (text.trim() !== value) setText(value)
  }
  const [fault, setFault] = useState('')
  const commit = () => {
    const wanted = text.trim()
    const found = faultOf(wanted, schema)
    setFault(found)
    if (found === '' && wanted !== value) handOn(wanted)
  }
  const type = (typed: string) => {
    setFault('')
    setText(typed)
  }
  const onPause = useEffectEvent(commit)
  useEffect(() => {
    const timer = setTimeout(onPause, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return { text, type, fault, commit }
}

function faultOf(text: string, schema: z.ZodType): string {
  const { error } = check(schema, text)
  return error === undefined ? '' : (fieldFaults(error)[''] ?? 'field.invalid')
}

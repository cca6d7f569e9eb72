import type { Ref } from 'react'

export type DateTimeFieldProps = {
  readonly label: string
  /** Epoch seconds; null for none. */
  readonly seconds: number | null
  readonly onChange: (seconds: number | null) => void
  /** BCP 47 of the console: the calendar speaks the language of the page, not of the browser. */
  readonly language: string
  /** The error, else the help. The zone belongs here: a moment without one is a riddle. */
  readonly below?: string
  readonly invalid?: boolean
  readonly clearable?: boolean
  readonly onBlur?: () => void
  readonly inputRef?: Ref<HTMLInputElement>
}

import { Drawing } from './drawing.tsx'

/** A lantern: somebody is looking. */
export function Lantern() {
  return (
    <Drawing accent="M27.5 46h41">
      <path d="M48 10v10" />
      <path d="M38 20h20" />
      <path d="M34 26h28" />
      <path d="M34 26c-9 10-9 30 0 40M62 26c9 10 9 30 0 40" />
      <path d="M48 26v40" />
      <path d="M34 66h28" />
      <path d="M38 72h20" />
      <path d="M44 72v10M48 72v14M52 72v10" />
    </Drawing>
  )
}

import { Drawing } from './drawing.tsx'

/** A seal that has come apart. */
export function BrokenSeal() {
  return (
    <Drawing accent="M54 20l-6 16 8 12-9 12 5 18">
      <path d="M20 24h30l-6 14 8 10-8 10 4 16H20z" />
      <path d="M60 26h16v50H58l-3-14 8-12-8-11z" />
      <path d="M28 34h12M28 44h10M28 54h8M28 64h12" />
      <path d="M68 38v28" />
    </Drawing>
  )
}

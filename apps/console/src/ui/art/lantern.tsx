import { Drawing } from './drawing.tsx'

/** A lantern: somebody is looking. */
export function Lantern() {
  return (
    <Drawing accent="M48 51c-4.5 0-7.5-2.8-7.5-6.8 0-5 5-7 6.5-13.2 5.5 3.5 8.5 8.2 8.5 13 0 4.2-3 7-7.5 7z">
      <path d="M48 8v8" />
      <path d="M41 16h14v5H41z" />
      <path d="M36 21h24c11 4 17 11 17 21s-6 17-17 21H36c-11-4-17-11-17-21s6-17 17-21z" />
      <path d="M40 21c-5.5 6-8 13-8 21s2.5 15 8 21M56 21c5.5 6 8 13 8 21s-2.5 15-8 21" />
      <path d="M36 63h24v5H36z" />
      <path d="M42 68v9M48 68v15M54 68v9" />
    </Drawing>
  )
}

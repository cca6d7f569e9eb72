import { Suspense } from 'react'
import { part } from './part.ts'

const SafeHtml = part(async () => ({ default: (await import('./safe-html.tsx')).SafeHtml }))
const SafeMarkdown = part(async () => ({ default: (await import('./markdown.tsx')).SafeMarkdown }))

/** What an operator wrote, cleaned: HTML when it begins like HTML, Markdown otherwise. */
export const RichText = ({ text }: { readonly text: string }) => (
  <Suspense>
    {text.trimStart().startsWith('<') ? <SafeHtml html={text} /> : <SafeMarkdown text={text} />}
  </Suspense>
)

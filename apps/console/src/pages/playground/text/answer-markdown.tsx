import { isValidElement, type ReactNode } from 'react'
import type { Components } from 'react-markdown'
import remarkMath from 'remark-math'
import { mathMarks } from '../../../lib/chat/math-marks.ts'
import { AskedPicture } from '../../../ui/asked-picture.tsx'
import { SafeMarkdown } from '../../../ui/markdown.tsx'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula.tsx'

/** Code has text in it and nothing else. */
function textOf(children: ReactNode): string {
  if (Array.isArray(children)) return children.map(textOf).join('')
  return typeof children === 'string' ? children : ''
}

const languageOf = (className = ''): string => /(?:^|\s)language-(\S+)/.exec(className)?.[1] ?? ''

/** Mathematics comes as code in a language of that name. */
const math = 'math'

const components: Components = {
  img: ({ src, alt }) => <AskedPicture src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  code: ({ className, children }) =>
    languageOf(className) === math ? (
      <Formula tex={textOf(children)} display={false} />
    ) : (
      <code>{children}</code>
    ),
  pre: ({ children }) => {
    if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return children
    const text = textOf(children.props.children).replace(/\n$/, '')
    const language = languageOf(children.props.className)
    return language === math ? (
      <Formula tex={text} display />
    ) : (
      <CodeBlock text={text} language={language} />
    )
  },
}

const plugins: NonNullable<Parameters<typeof SafeMarkdown>[0]['plugins']> = [
  [remarkMath, { singleDollarTextMath: false }],
]

/** What a model wrote: Markdown with code and mathematics. Its pictures load only when a person wants them. */
export const AnswerMarkdown = ({ text }: { readonly text: string }) => (
  <SafeMarkdown text={mathMarks(text)} plugins={plugins} components={components} />
)

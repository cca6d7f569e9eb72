import Box from '@mui/material/Box'
import Markdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { monospace } from './theme/create-theme.ts'
import { radius } from './theme/radius.ts'

const looks = {
  overflowWrap: 'anywhere',
  '& > :first-of-type': { mt: 0 },
  '& > :last-child': { mb: 0 },
  '& p, & ul, & ol, & pre, & table, & blockquote': { my: 3 },
  '& h1, & h2, & h3, & h4': { fontWeight: 'fontWeightMedium', mt: 5, mb: 2, lineHeight: 1.4 },
  '& h1': { fontSize: 20 },
  '& h2': { fontSize: 18 },
  '& h3, & h4': { fontSize: 15 },
  '& a': { color: 'primary.main' },
  '& img': { maxWidth: '100%' },
  '& code': { fontFamily: monospace, fontSize: '0.92em' },
  '& li + li': { mt: 1 },
  '& ul, & ol': { pl: 6 },
  '& hr': { border: 0, borderTop: 1, borderColor: 'divider', my: 5 },
  '& pre': {
    p: 3,
    overflowX: 'auto',
    border: 1,
    borderColor: 'divider',
    borderRadius: radius('control'),
    bgcolor: 'background.default',
  },
  '& table': { borderCollapse: 'collapse', display: 'block', overflowX: 'auto' },
  '& th, & td': { border: 1, borderColor: 'divider', px: 3, py: 1.5, textAlign: 'left' },
  '& th': { bgcolor: 'background.default', fontWeight: 'fontWeightMedium' },
  '& blockquote': { ml: 0, pl: 4, borderLeft: 2, borderColor: 'divider', color: 'text.secondary' },
} as const

type Props = {
  readonly text: string
  /** What an author may write beside the usual Markdown. */
  readonly plugins?: NonNullable<Options['remarkPlugins']>
  /** What stands in the place of an element. */
  readonly components?: Components
}

/** Markdown of other people: no HTML of theirs is taken over, links open elsewhere. */
export const SafeMarkdown = ({ text, plugins = [], components = {} }: Props) => (
  <Box sx={looks}>
    <Markdown
      remarkPlugins={[remarkGfm, ...plugins]}
      rehypePlugins={[rehypeSanitize]}
      components={{
        a: ({ href, children }) => (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {children}
          </a>
        ),
        ...components,
      }}
    >
      {text}
    </Markdown>
  </Box>
)

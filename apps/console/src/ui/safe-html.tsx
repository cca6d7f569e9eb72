import Box from '@mui/material/Box'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'

const purifier = DOMPurify(window)

// A link that opens elsewhere must not hand this window over.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && node.getAttribute('target') === '_blank') {
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

/** HTML of the operator, without anything that runs or reaches out of its box. */
export function SafeHtml({ html }: { readonly html: string }) {
  const clean = useMemo(
    () =>
      purifier.sanitize(html, {
        FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'object'],
        // A class of ours would dress it as a part of the page.
        FORBID_ATTR: ['class'],
        ADD_ATTR: ['target'],
      }),
    [html],
  )
  return (
    <Box
      sx={{
        '& a': { color: 'primary.main' },
        '& img': { maxWidth: '100%' },
        overflowWrap: 'anywhere',
        // Whatever its styles say, it is laid out in this box, drawn in this box and under what stands above it.
        contain: 'layout paint',
        position: 'relative',
        zIndex: 0,
      }}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../ui/copy-text.ts'
import { radius } from '../../../ui/theme/radius.ts'

type Props = { readonly text: string; readonly language: string }
type Highlight = (text: string, language: string) => ReactNode

/** Code in a frame: its language, a button that copies it, and colours as soon as their code has come. */
export function CodeBlock({ text, language }: Props) {
  const { t } = useTranslation()
  const highlight = useHighlight()
  const name = language === '' ? t('playground.code') : language
  return (
    <Box
      sx={{
        my: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius('control'),
        overflow: 'hidden',
        bgcolor: 'background.default',
        '& pre': { m: 0, border: 0, borderRadius: 0, lineHeight: '20px', fontSize: 13 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          pl: 3,
          pr: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="caption" color="textSecondary" noWrap>
          {name}
        </Typography>
        <Button
          size="small"
          color="inherit"
          startIcon={<IconCopy size={14} stroke={1.5} />}
          onClick={() => void copyText(text, t('playground.code'))}
          sx={{ color: 'text.secondary', fontSize: 12 }}
        >
          {t('playground.copyCode')}
        </Button>
      </Box>
      <Box component="pre" tabIndex={0} role="region" aria-label={name} sx={colours}>
        <code>{highlight?.(text, language) ?? text}</code>
      </Box>
    </Box>
  )
}

const colours = {
  '& .hljs-comment, & .hljs-quote, & .hljs-meta': { color: 'text.secondary' },
  '& .hljs-keyword, & .hljs-selector-tag, & .hljs-tag, & .hljs-name': { color: 'primary.main' },
  '& .hljs-string, & .hljs-regexp, & .hljs-addition': { color: 'success.main' },
  '& .hljs-number, & .hljs-literal, & .hljs-symbol, & .hljs-variable': { color: 'warning.main' },
  '& .hljs-title, & .hljs-section, & .hljs-attr, & .hljs-attribute': { color: 'info.main' },
  '& .hljs-type, & .hljs-built_in': { color: 'info.main' },
  '& .hljs-deletion': { color: 'error.main' },
} as const

let loaded: Highlight | undefined

/** Without its code the text is as good, only grey. */
function useHighlight(): Highlight | undefined {
  const [highlight, setHighlight] = useState<Highlight | undefined>(() => loaded)
  useEffect(() => {
    if (loaded !== undefined) return
    let gone = false
    void import('./highlight.tsx').then(
      (module) => {
        loaded = module.highlight
        if (!gone) setHighlight(() => loaded)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return highlight
}

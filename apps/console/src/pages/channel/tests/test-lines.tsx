import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { RunWords } from './run-kinds.ts'
import type { TestLine } from './test-run.ts'

const colours = {
  waiting: 'text.secondary',
  running: 'text.secondary',
  stopped: 'text.secondary',
  skipped: 'text.secondary',
  passed: 'success.main',
  failed: 'error.main',
} as const

type Props = { readonly lines: readonly TestLine[]; readonly words: RunWords }

/** How each channel went, and what was done to it. */
export function TestLines({ lines, words }: Props) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map((line) => (
        <Box
          key={line.id}
          component="li"
          sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', fontSize: 13 }}
        >
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
            <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {line.name}
            </Box>
            <Box component="span" sx={{ color: colours[line.state], whiteSpace: 'nowrap' }}>
              {stateOf(line, t, words)}
            </Box>
          </Box>
          <Below line={line} />
        </Box>
      ))}
    </Box>
  )
}

function stateOf(line: TestLine, t: TFunction, words: RunWords): string {
  if (line.state === 'passed') return line.words
  return line.state === 'running' || line.state === 'skipped'
    ? t(words[line.state])
    : t(`testing.states.${line.state}`)
}

/** Why it failed, and what followed. */
function Below({ line }: { readonly line: TestLine }) {
  const { t } = useTranslation()
  const reason = 'reason' in line ? line.reason : ''
  const outcome = 'outcome' in line ? line.outcome : 'none'
  if (reason === '' && outcome === 'none') return null
  return (
    <Box sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {reason}
      {outcome !== 'none' && (
        <Box sx={{ color: outcome === 'enabled' ? 'success.main' : 'warning.main' }}>
          {t(`testing.outcomes.${outcome}`)}
        </Box>
      )}
    </Box>
  )
}

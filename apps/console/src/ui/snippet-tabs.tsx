import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Snippet, type SnippetFacts, snippets } from '../lib/chat/snippets.ts'
import { CopyField } from './copy-field.tsx'

type Props = {
  readonly facts: SnippetFacts
  /** Those of chat otherwise. */
  readonly entries?: readonly [Snippet, ...Snippet[]]
}

/** Ready settings for the clients that people use, with key and address in them. */
export function SnippetTabs({ facts, entries = snippets }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(entries[0].id)
  const snippet = entries.find((entry) => entry.id === chosen) ?? entries[0]
  return (
    <Box>
      <Tabs
        value={chosen}
        onChange={(_, value: string) => setChosen(value)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={t('token.snippets')}
        sx={{ mb: 2 }}
      >
        {entries.map((entry) => (
          <Tab
            key={entry.id}
            value={entry.id}
            label={entry.name}
            id={`tab-${entry.id}`}
            aria-controls="snippet"
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="snippet" aria-labelledby={`tab-${chosen}`}>
        {snippet.blocks.map(({ place, make }) => (
          <Box key={place ?? ''} sx={{ '& + &': { mt: 3 } }}>
            {place !== undefined && (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                {place === 'terminal' ? t('token.terminal') : place}
              </Typography>
            )}
            <CopyField block text={make(facts)} label={place ?? snippet.name} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

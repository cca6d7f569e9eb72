import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type Work, workCalls } from '@posthouse/contract/calls/works'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead } from '../../../api/use-call.ts'
import { Failed } from '../../../table/table-states.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'
import type { Inputs, StudioDefinition } from './studio.ts'
import type { StudioState } from './use-studio.ts'
import { WorkCard } from './work-card.tsx'

type Props<Values extends Inputs> = {
  readonly studio: StudioDefinition<Values>
  readonly state: StudioState<Values>
}

const pageSize = 12
const sizeMost = 100
const lookMs = 1_000
const settlingMs = 60_000

/** What was made here, the newest first, read again while something runs. */
export function Works<Values extends Inputs>({ studio, state }: Props<Values>) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const [size, setSize] = useState(pageSize)
  const keyword = useDeferredValue(words.trim())
  const query = useRead(
    workCalls,
    'listOwnWorks',
    { query: { studio: studio.id, keyword, size } },
    {
      keep: true,
      everyMs: (last) => (last?.data.some(isUnderWay) === true ? lookMs : false),
    },
  )
  const running = countRunning(query.data?.data)
  useEffect(() => {
    // Whatever has ended has moved money.
    void refresh(['getSelf'])
  }, [running])
  return (
    <Box component="section" aria-label={t('studio.works')}>
      {isSearched(query.data, words) && (
        <TextField
          size="small"
          type="search"
          label={t('studio.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          sx={{ mb: 4, maxWidth: 360 }}
        />
      )}
      {query.error !== null && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <WaitingBlock height={240} />}
      {query.data?.data.length === 0 && (
        <Typography color="textSecondary" sx={{ py: 8, textAlign: 'center' }}>
          {t(words === '' ? `studio.${studio.id}.empty` : 'studio.noneFound')}
        </Typography>
      )}
      {query.data !== undefined && <List studio={studio} state={state} works={query.data.data} />}
      {hasMore(query.data, size) && (
        <Button onClick={() => setSize(Math.min(sizeMost, size + pageSize))} sx={{ mt: 4 }}>
          {t('studio.more')}
        </Button>
      )}
    </Box>
  )
}

type Page = { readonly data: readonly Work[]; readonly total_count: number }

/** It runs, or its charge is about to be written. */
const isUnderWay = ({ status, quota, duration, created_at: begun }: Work): boolean =>
  status === 'running' ||
  (status === 'succeeded' && quota === null && Date.now() - begun * 1_000 - duration < settlingMs)

const countRunning = (works: readonly Work[] | undefined): number =>
  works?.filter(({ status }) => status === 'running').length ?? 0

const isSearched = (page: Page | undefined, words: string): boolean =>
  words !== '' || (page !== undefined && page.total_count > 0)

const hasMore = (page: Page | undefined, size: number): boolean =>
  page !== undefined && page.total_count > page.data.length && size < sizeMost

function List<Values extends Inputs>({
  studio,
  state,
  works,
}: Props<Values> & { readonly works: readonly Work[] }) {
  return (
    <Box
      component="ul"
      sx={{ display: 'flex', flexDirection: 'column', gap: 4, listStyle: 'none', p: 0, m: 0 }}
    >
      {works.map((work) => (
        <WorkCard key={work.id} work={work} studio={studio} state={state} />
      ))}
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { InlineError } from '../ui/inline-error.tsx'
import { clearFilters } from './filter/filter-chips.tsx'
import { type EmptyState, Failed, InPlaceOfRows, LoadingRows, NoMatch } from './table-states.tsx'
import type { List } from './state/use-list.ts'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly query: UseQueryResult<{ readonly data: readonly unknown[] }, Error>
  readonly empty: EmptyState
  readonly children: ReactNode
}

/** The rows, or which of the four conditions there is in their place. */
export function RowsOrWhy<Filter extends string>({ list, query, empty, children }: Props<Filter>) {
  const { t } = useTranslation()
  const retry = () => void query.refetch()
  if (query.data === undefined) {
    return query.error === null ? <LoadingRows /> : <Failed error={query.error} onRetry={retry} />
  }
  if (query.data.data.length === 0) {
    const filtered = Object.values(list.state.filters).some((value) => value !== '')
    return filtered ? <NoMatch onClear={() => clearFilters(list)} /> : <InPlaceOfRows {...empty} />
  }
  return (
    <>
      {query.error !== null && (
        <Box sx={{ px: 3, pb: 3 }}>
          <InlineError
            text={messageOf(query.error)}
            action={
              <Button size="small" color="inherit" onClick={retry}>
                {t('action.retry')}
              </Button>
            }
          />
        </Box>
      )}
      {children}
    </>
  )
}

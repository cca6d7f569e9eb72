import type { LogRow } from '@posthouse/contract/log'
import { textOf } from '../../noun/cells.tsx'
import type { NounFact } from '../../noun/noun.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { isCall, type logColumns } from './log-columns.tsx'

/** What the row says in words, or what failed. */
export function LogStory({ row }: { readonly row: LogRow }) {
  if (row.error_code !== '') return <InlineError text={row.content || row.error_code} />
  return row.content === '' ? null : <div>{row.content}</div>
}

/** Everything that the log knows of a row. */
export const logFacts: readonly (keyof typeof logColumns | NounFact<LogRow>)[] = [
  'time',
  'user',
  'token',
  'model',
  { label: 'log.group', when: isCall, fact: textOf('group') },
  {
    label: 'log.httpStatus',
    when: isCall,
    fact: ({ status }) => (status === 0 ? '—' : status),
  },
  {
    label: 'log.errorCode',
    when: ({ error_code }) => error_code !== '',
    fact: textOf('error_code'),
  },
  {
    label: 'log.stream',
    when: isCall,
    fact: (row, { t }) => t(row.is_stream ? 'log.yes' : 'log.no'),
  },
  'duration',
  'first',
  'input',
  'output',
  { label: 'log.address', when: isCall, fact: textOf('source_ip') },
  {
    label: 'log.doubts',
    when: (row) => isCall(row) && row.doubts.length > 0,
    fact: ({ doubts }, { t }) =>
      doubts.map(({ what, claimed, believed }) => (
        <div key={what}>
          {t(`charge.doubt.${what}`, {
            claimed: claimed.toLocaleString('en-US'),
            believed: believed.toLocaleString('en-US'),
          })}
        </div>
      )),
  },
  'channel',
  'quota',
  {
    label: 'log.requestId',
    when: ({ request_id }) => request_id !== '',
    fact: ({ request_id }, { t }) => <CopyField text={request_id} label={t('log.requestId')} />,
  },
]

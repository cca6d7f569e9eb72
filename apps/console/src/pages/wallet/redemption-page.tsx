import { redemptionCalls } from '@posthouse/contract/calls/redemptions'
import { formatQuota } from '@posthouse/contract/format-amount'
import {
  type Redemption,
  redemptionAllows,
  RedemptionQuery,
  redemptionSorts,
  redemptionStatus,
} from '@posthouse/contract/redemption'
import Link from '@mui/material/Link'
import { IconCopy } from '@tabler/icons-react'
import { Link as RouterLink } from 'react-router'
import { notifyFailure } from '../../api/refusal.ts'
import { write } from '../../api/use-call.ts'
import { i18n } from '../../i18n/index.ts'
import { type Act, changing, deletes, edits, switches } from '../../noun/act.ts'
import { callsOf } from '../../noun/calls-of.ts'
import * as cell from '../../noun/cells.tsx'
import { declareNoun } from '../../noun/noun.ts'
import { NounPage } from '../../noun/noun-page.tsx'
import { paths } from '../../paths.ts'
import { Horse } from '../../ui/art/horse.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { redemptionStatusName } from '../../ui/status.ts'
import { saveCodes, showingCodes } from './redemption-code.tsx'
import { RedemptionCreate } from './redemption-create.tsx'
import { RedemptionEdit } from './redemption-edit.tsx'
import { redemptionEntry } from './redemption-entry.ts'

const calls = callsOf(redemptionCalls, {
  list: 'listRedemptions',
  one: 'getRedemption',
  file: 'exportRedemptions',
  change: 'changeRedemptions',
  delete: 'deleteRedemption',
  deleteMany: 'deleteRedemptions',
})

async function copyCode({ id }: Redemption): Promise<void> {
  const { key } = await write(
    redemptionCalls,
    'revealRedemption',
    { params: { id } },
    { quiet: true },
  )
  await copyText(key, i18n.t('redemption.code'))
}

async function downloadBatch({ id }: Redemption): Promise<void> {
  const params = { id }
  const batch = await write(redemptionCalls, 'revealRedemptionBatch', { params }, { quiet: true })
  saveCodes(batch.name, batch.keys)
}

const editable: readonly number[] = redemptionAllows.edit

/** What a person can do with redemption codes. */
const acts: readonly Act<Redemption, 'keyword' | 'status' | 'batch'>[] = [
  {
    id: 'copy',
    word: 'redemption.copy',
    quick: IconCopy,
    one: (row) => void copyCode(row).catch(notifyFailure),
  },
  {
    id: 'batch',
    word: 'redemption.downloadBatch',
    allows: ({ batch_size: size }) => size > 1,
    one: (row) => void downloadBatch(row).catch(notifyFailure),
  },
  {
    ...edits((row: Redemption, close) => <RedemptionEdit code={row} onClose={close} />),
    allows: ({ status }) => editable.includes(status),
  },
  ...switches({
    allows: redemptionAllows,
    done: { enable: 'redemption.enabledWhat', disable: 'redemption.disabledWhat' },
    change: changing({ ...calls, words: 'redemption', skipped: 'redemption.skipped' }),
  }),
  deletes({ ...calls, words: 'redemption' }),
]

const redemption = declareNoun({
  title: 'menu.redemption',
  words: 'redemption',
  picture: <Horse />,
  list: {
    table: 'redemption',
    query: RedemptionQuery,
    sorts: redemptionSorts,
    defaultOrder: '-id',
  },
  name: (row: Redemption) => row.name,
  columns: {
    name: cell.nameColumn('redemption.name', ({ id }: Redemption) => `#${id}`),
    status: cell.statusColumn(({ status }: Redemption) => redemptionStatusName(status)),
    quota: {
      label: 'redemption.quota',
      numeric: true,
      card: 'fact',
      sort: 'quota',
      cell: ({ quota }, { display }) => formatQuota(quota, display),
    },
    'used-by': { label: 'redemption.usedBy', card: 'fact', cell: cell.textOf('used_by') },
    redeemed: cell.timeColumn(
      'redemption.redeemed',
      'redeemed_time',
      { card: 'fact', sort: 'redeemed_time' },
      'redemption.notRedeemed',
    ),
    created: cell.timeColumn('redemption.created', 'created_time', { sort: 'created_time' }),
    expires: cell.timeColumn(
      'redemption.expires',
      'expired_time',
      { sort: 'expired_time' },
      'redemption.never',
    ),
  },
  panel: {
    facts: [
      'quota',
      'used-by',
      'redeemed',
      'created',
      { label: 'redemption.createdBy', fact: cell.textOf('created_by') },
      'expires',
      {
        label: 'redemption.batch',
        fact: ({ batch, batch_size: count }, { t }) => (
          <Link component={RouterLink} to={paths.redemptionBatch(batch)}>
            {t('redemption.batchSize', { count })}
          </Link>
        ),
        when: ({ batch_size: count }) => count > 1,
      },
    ],
  },
  filters: [
    { name: 'keyword', kind: 'text', label: 'redemption.name', placeholder: 'redemption.search' },
    { name: 'batch', kind: 'text', label: 'redemption.batch' },
    cell.statusFilter(redemptionStatus, redemptionStatusName, 'segments'),
  ],
  acts,
  calls,
  create: {
    word: redemptionEntry.create,
    form: (close, stage) => <RedemptionCreate onClose={close} onCreated={showingCodes(stage)} />,
  },
})

export const RedemptionPage = () => <NounPage noun={redemption} />

import { logCalls } from '@posthouse/contract/calls/logs'
import { tokenCalls } from '@posthouse/contract/calls/tokens'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { logType, type LogRow } from '@posthouse/contract/log'
import { TokenInput } from '@posthouse/contract/token'
import type { Self } from '@posthouse/contract/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { refresh, useRead, useWrite } from '../../api/use-call.ts'
import { KeySnippets } from '../../forms/token-key.tsx'
import { formatQuota } from '@posthouse/contract/format-amount'
import { paths } from '../../paths.ts'
import { useAmountDisplay, useSite } from '../../stores/site.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { CallLine } from './call-line.tsx'
import type { SetUpStep } from './set-up-step.ts'

const pollMs = 3000

/** Balance, token, first call. Empty once a call has gone through. */
export function useFirstSteps(self: Self): readonly SetUpStep[] {
  const { t } = useTranslation()
  const open = self.request_count === 0
  const [key, setKey] = useState('')
  const tokens = useRead(tokenCalls, 'listTokens', { query: { size: 1 } }, { enabled: open })
  const has = key !== '' || (tokens.data?.total_count ?? 0) > 0
  const row = useFirstRow(open, has)
  if (!open) return []
  const called = row !== undefined && row.type !== logType.error
  return [
    {
      id: 'balance',
      title: t('first.balance'),
      done: self.quota > 0,
      folds: self.quota > 0,
      content: <BalanceStep quota={self.quota} />,
    },
    {
      id: 'token',
      title: t('first.token'),
      done: has,
      folds: false,
      ...(has && key === ''
        ? { help: t('first.tokenThere'), act: <ToTokens /> }
        : { content: <TokenStep tokenKey={key} onKey={setKey} /> }),
    },
    {
      id: 'call',
      title: t('first.call'),
      done: called,
      folds: false,
      content: <CallStep tokenKey={key} has={has} row={row} />,
    },
  ]
}

/** The first row of the log that is a call, whether it went well or not. */
function useFirstRow(open: boolean, waits: boolean): LogRow | undefined {
  const calls = useRead(
    logCalls,
    'listOwnLogs',
    { query: { size: 5, order: '-created_at' } },
    { enabled: open, everyMs: waits ? pollMs : false },
  )
  return calls.data?.data.find((entry) => entry.request_id !== '' && entry.model_name !== '')
}

function BalanceStep({ quota }: { readonly quota: number }) {
  const { t } = useTranslation()
  const amount = formatQuota(quota, useAmountDisplay())
  const topUpLink = useSite((site) => site.info.top_up_link)
  return (
    <>
      <Typography color="textSecondary">{t('first.balanceIs', { amount })}</Typography>
      {quota <= 0 && topUpLink === '' && (
        <Alert
          severity="warning"
          sx={{ mt: 2 }}
          action={
            <Button component={Link} to={paths.about} color="inherit" size="small">
              {t('account.toAbout')}
            </Button>
          }
        >
          {t('first.noTopUp')}
        </Alert>
      )}
      {quota <= 0 && topUpLink !== '' && (
        <Button href={topUpLink} target="_blank" rel="noreferrer" variant="outlined" sx={{ mt: 2 }}>
          {t('first.topUp')}
        </Button>
      )}
    </>
  )
}

type TokenStepProps = {
  /** Empty until the page makes one. */
  readonly tokenKey: string
  readonly onKey: (key: string) => void
}

function TokenStep({ tokenKey, onKey }: TokenStepProps) {
  const { t } = useTranslation()
  const reveal = useSite((site) => site.info.token_key_reveal)
  const create = useWrite(tokenCalls, 'createToken', { changes: ['listTokens'] })
  const make = async () => {
    const body = TokenInput.parse({ name: t('first.tokenName'), unlimited_quota: true })
    onKey((await create.mutateAsync({ body })).key)
  }
  if (tokenKey === '') {
    return (
      <Button
        variant="contained"
        loading={create.isPending}
        onClick={() => void make().catch(() => null)}
      >
        {t('token.create')}
      </Button>
    )
  }
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t(reveal ? 'token.keyAgain' : 'token.keyOnce')}
      </Typography>
      <CopyField text={tokenKey} label={t('token.key')} />
    </>
  )
}

/** To the key of a token that was made earlier: this page does not have it. */
function ToTokens() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={paths.token}>
      {t('menu.token')}
    </Button>
  )
}

type CallStepProps = {
  readonly tokenKey: string
  readonly has: boolean
  readonly row: LogRow | undefined
}

/** Waits for the first call and becomes it. */
function CallStep({ tokenKey, has, row }: CallStepProps) {
  const { t } = useTranslation()
  return (
    <>
      {!has && row === undefined && (
        <Typography color="textSecondary">{t('first.tokenBefore')}</Typography>
      )}
      {tokenKey !== '' && <KeySnippets tokenKey={tokenKey} />}
      {has && row === undefined && (
        <Box role="status" sx={{ mt: 4 }}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {t('first.waiting')}
          </Typography>
          <LinearProgress aria-label={t('first.waiting')} />
        </Box>
      )}
      {row !== undefined && <Arrived row={row} />}
    </>
  )
}

/** The call, and what comes next: the dashboard, or another try. */
function Arrived({ row }: { readonly row: LogRow }) {
  const { t } = useTranslation()
  if (row.type === logType.error) {
    return (
      <Box sx={{ mt: 4 }}>
        <CallLine row={row} />
        <InlineError
          text={t(row.error_code === 'quota.insufficient' ? 'first.tooPoor' : 'first.failed')}
        />
      </Box>
    )
  }
  return (
    <Box sx={{ mt: 4 }}>
      <CallLine row={row} />
      <Button
        sx={{ mt: 2 }}
        onClick={() => void refresh(['getSelf', 'sumOwnLogs', 'ownLogSeries'])}
      >
        {t('first.toDashboard')}
      </Button>
    </Box>
  )
}

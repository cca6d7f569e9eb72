import { logCalls } from '@posthouse/contract/calls/logs'
import { tokenCalls } from '@posthouse/contract/calls/tokens'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { logType, type LogRow } from '@posthouse/contract/log'
import { TokenInput } from '@posthouse/contract/token'
import type { Self } from '@posthouse/contract/user'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { refresh, useRead, useWrite } from '../../api/use-call.ts'
import { KeySnippets } from '../../forms/token-key.tsx'
import { formatQuota } from '@posthouse/contract/format-amount'
import { paths } from '../../paths.ts'
import { useAmountDisplay, useSite } from '../../stores/site.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { CallLine } from './call-line.tsx'

const pollMs = 3000

/** Balance, token, first call: all there is until a call has gone through. */
export function FirstCall({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const tokens = useRead(tokenCalls, 'listTokens', { query: { size: 1 } })
  const has = key !== '' || (tokens.data?.total_count ?? 0) > 0
  return (
    <Card sx={{ p: { xs: 4, sm: 6 } }}>
      <Typography component="h2" variant="h2" sx={{ mb: 4 }}>
        {t('first.title')}
      </Typography>
      <Box
        component="ol"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 6 }}
      >
        <BalanceStep quota={self.quota} />
        <TokenStep tokenKey={key} has={has} onKey={setKey} />
        <CallStep tokenKey={key} has={has} />
      </Box>
    </Card>
  )
}

type StepProps = { readonly done: boolean; readonly title: string; readonly children: ReactNode }

const Step = ({ done, title, children }: StepProps) => (
  <li>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2 }}>
      <Typography component="h3" variant="h3">
        {title}
      </Typography>
      <StatusChip status={done ? 'done' : 'open'} />
    </Box>
    {children}
  </li>
)

function BalanceStep({ quota }: { readonly quota: number }) {
  const { t } = useTranslation()
  const amount = formatQuota(quota, useAmountDisplay())
  const topUpLink = useSite((site) => site.info.top_up_link)
  return (
    <Step done={quota > 0} title={t('first.balance')}>
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
    </Step>
  )
}

type TokenStepProps = {
  /** Empty but for the moment in which the page has it. */
  readonly tokenKey: string
  readonly has: boolean
  readonly onKey: (key: string) => void
}

function TokenStep({ tokenKey, has, onKey }: TokenStepProps) {
  const { t } = useTranslation()
  const reveal = useSite((site) => site.info.token_key_reveal)
  const create = useWrite(tokenCalls, 'createToken', { changes: ['listTokens'] })
  const make = async () => {
    const body = TokenInput.parse({ name: t('first.tokenName'), unlimited_quota: true })
    onKey((await create.mutateAsync({ body })).key)
  }
  return (
    <Step done={has} title={t('first.token')}>
      {has && tokenKey === '' && <TokenThere />}
      {!has && (
        <Button
          variant="contained"
          loading={create.isPending}
          onClick={() => void make().catch(() => null)}
        >
          {t('token.create')}
        </Button>
      )}
      {tokenKey !== '' && (
        <>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {t(reveal ? 'token.keyAgain' : 'token.keyOnce')}
          </Typography>
          <CopyField text={tokenKey} label={t('token.key')} />
        </>
      )}
    </Step>
  )
}

/** A token of earlier, whose key this page does not have. */
function TokenThere() {
  const { t } = useTranslation()
  return (
    <>
      <Typography color="textSecondary">{t('first.tokenThere')}</Typography>
      <Button component={Link} to={paths.token} variant="outlined" sx={{ mt: 2 }}>
        {t('menu.token')}
      </Button>
    </>
  )
}

type CallStepProps = { readonly tokenKey: string; readonly has: boolean }

/** Waits for the first row of the log and becomes it, whether it went well or not. */
function CallStep({ tokenKey, has }: CallStepProps) {
  const { t } = useTranslation()
  const calls = useRead(
    logCalls,
    'listOwnLogs',
    { query: { size: 5, order: '-created_at' } },
    { everyMs: has ? pollMs : false },
  )
  const row = calls.data?.data.find((entry) => entry.request_id !== '' && entry.model_name !== '')
  return (
    <Step done={row !== undefined && row.type !== logType.error} title={t('first.call')}>
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
    </Step>
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

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { telegramCalls } from '@posthouse/contract/calls/telegram'
import type { BotStatus } from '@posthouse/contract/telegram-bot'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead, write } from '../../api/use-call.ts'
import { paths } from '../../paths.ts'
import { useConfirm } from '../../stores/confirm.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { Failed } from '../../table/table-states.tsx'
import { Facts } from '../../ui/facts.tsx'
import { notify } from '../../ui/notify.tsx'
import { Chip } from '../../ui/status-chip.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'

const lookMs = 5_000

/** If the bot runs, why not, and what it heard last. */
export function BotState() {
  const { t } = useTranslation()
  const status = useRead(telegramCalls, 'getTelegramStatus', {}, { everyMs: lookMs })
  if (status.data === undefined) {
    return status.error === null ? (
      <WaitingBlock height={120} />
    ) : (
      <Failed error={status.error} onRetry={() => void status.refetch()} />
    )
  }
  const { phase } = status.data
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, mb: 4 }}>
      {phase === 'running' ? (
        <Alert severity="info">{t('telegram.hint')}</Alert>
      ) : (
        <Alert
          severity="warning"
          action={
            <Button
              component={Link}
              to={paths.settingSection('telegram')}
              color="inherit"
              size="small"
            >
              {t('telegram.toSettings')}
            </Button>
          }
        >
          {t('telegram.offHint')}
        </Alert>
      )}
      <BotFacts status={status.data} />
    </Box>
  )
}

function BotFacts({ status }: { readonly status: BotStatus }) {
  const { t } = useTranslation()
  const { mode, phase, username, name, detail, last_update_time: last } = status
  const state = t(`telegram.phases.${phase}`)
  const facts = [
    { label: t('telegram.bot'), value: username === '' ? '—' : `${name} (@${username})` },
    { label: t('telegram.state'), value: detail === '' ? state : `${state}: ${detail}` },
    {
      label: t('telegram.lastUpdate'),
      value: <TimeCell seconds={last === 0 ? -1 : last} never={t('telegram.noUpdate')} />,
    },
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6 }}>
      <ModeChip mode={mode} />
      <Facts facts={facts} />
      <ReloadButton disabled={phase !== 'running'} />
    </Box>
  )
}

/** The specification pairs them: a webhook is online, polling is offline. */
function ModeChip({ mode }: Pick<BotStatus, 'mode'>) {
  const { t } = useTranslation()
  const isOnline = mode === 'webhook'
  return (
    <Chip tone={isOnline ? 'info' : 'error'} glyph={isOnline ? '●' : '○'}>
      {`${t(isOnline ? 'telegram.online' : 'telegram.offline')} (${t(`telegram.modes.${mode}`)})`}
    </Chip>
  )
}

function ReloadButton({ disabled }: { readonly disabled: boolean }) {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const reload = () =>
    ask({
      title: t('telegram.reloadTitle'),
      consequences: [t('telegram.reloadHelp')],
      action: t('telegram.reload'),
      run: async () => {
        await write(telegramCalls, 'reloadTelegramMenu', {}, { quiet: true })
        notify('success', t('telegram.reloaded'))
      },
    })
  return (
    <Button variant="outlined" disabled={disabled} onClick={reload}>
      {t('telegram.reload')}
    </Button>
  )
}

import { stationCalls } from '@posthouse/contract/calls/station'
import Button from '@mui/material/Button'
import type { Readiness } from '@posthouse/contract/status'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadStatus } from '../../api/session.ts'
import { useRead, useWrite } from '../../api/use-call.ts'
import { withTexts } from '../../i18n/index.ts'
import { paths } from '../../paths.ts'
import { part } from '../../ui/part.ts'
import type { SetUpStep } from './set-up-step.ts'

/** Accounts elsewhere that can sign users in, each with a section of the settings. */
const providers = ['github', 'wechat', 'lark', 'oidc'] as const

const PasswordChange = part(
  withTexts(['form'], async () => ({
    default: (await import('../../forms/password-change.tsx')).PasswordChange,
  })),
)

type Row = Readiness['rows'][number]

/** What a super administrator does before the station can open. Empty for everybody else. */
export function useStationSteps(root: boolean): {
  readonly steps: readonly SetUpStep[] | undefined
  readonly error: Error | null
  readonly retry: () => void
  readonly dialog: ReactNode
} {
  const { t } = useTranslation()
  const readiness = useRead(stationCalls, 'getReadiness', {}, { enabled: root })
  const [changing, setChanging] = useState(false)
  const steps = root ? readiness.data?.rows : []
  return {
    steps: steps?.map((row) => ({
      id: row.id,
      title: t(`station.rows.${row.id}.title`),
      done: row.done,
      folds: row.done && !isElsewhere(row),
      help: (
        <>
          {t(`station.rows.${row.id}.help`, { ...row.figures, origin: location.origin })}
          <Unpriced row={row} />
        </>
      ),
      act: <StationStep row={row} onPassword={() => setChanging(true)} />,
    })),
    error: readiness.error,
    retry: () => void readiness.refetch(),
    dialog: (
      <Suspense>{changing && <PasswordChange onClose={() => setChanging(false)} />}</Suspense>
    ),
  }
}

type StepProps = { readonly row: Row; readonly onPassword: () => void }

/** The stored address is not the one that this browser is at: snippets would lead somewhere else. */
const isElsewhere = (row: Row): boolean =>
  row.id === 'server-address' && row.figures['address'] !== location.origin

/** The models that nobody can call yet, by name. */
function Unpriced({ row }: { readonly row: Row }) {
  const { t } = useTranslation()
  const { names = '', more = 0 } = row.figures
  if (row.id !== 'prices' || names === '') return null
  return <> {t(Number(more) > 0 ? 'station.unpricedMore' : 'station.unpriced', { names, more })}</>
}

function Providers() {
  const { t } = useTranslation()
  return providers.map((provider) => (
    <Button
      key={provider}
      component={Link}
      to={paths.settingSection(provider)}
      aria-label={t('station.setUp', { provider: t(`station.providers.${provider}`) })}
    >
      {t(`station.providers.${provider}`)}
    </Button>
  ))
}

/** The way to the exact place, or the step itself. */
function StationStep({ row, onPassword }: StepProps): ReactNode {
  const { t } = useTranslation()
  const set = useWrite(stationCalls, 'setOption', { changes: ['getReadiness'], repeats: true })
  const takeThisAddress = async () => {
    await set.mutateAsync({ body: { key: 'ServerAddress', value: location.origin } })
    await loadStatus()
  }
  const keepOpen = () => set.mutateAsync({ body: { key: 'RegisterEnabled', value: 'true' } })
  switch (row.id) {
    case 'password':
      return <Button onClick={onPassword}>{t('station.changePassword')}</Button>
    case 'server-address':
      return (
        <Button loading={set.isPending} onClick={() => void takeThisAddress().catch(() => null)}>
          {t('station.useAddress', { origin: location.origin })}
        </Button>
      )
    case 'registration':
      return (
        <>
          <Button loading={set.isPending} onClick={() => void keepOpen().catch(() => null)}>
            {t('station.keepOpen')}
          </Button>
          <Button component={Link} to={paths.settingSection('sign-in')}>
            {t('station.openSettings')}
          </Button>
          <Providers />
        </>
      )
    case 'payment':
      return (
        <Button component={Link} to={paths.payment}>
          {t('station.openPayment')}
        </Button>
      )
    case 'mail':
      return (
        <Button component={Link} to={paths.settingSection('mail')}>
          {t('station.openSettings')}
        </Button>
      )
    case 'channel':
    case 'prices':
    case 'sandbox': {
      const { row: channel } = row.figures
      return (
        <Button
          component={Link}
          to={channel === undefined ? paths.newChannel : paths.channelRow(channel)}
        >
          {t(channel === undefined ? 'channel.create' : `station.step.${row.id}`)}
        </Button>
      )
    }
  }
}

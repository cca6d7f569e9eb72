import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { part } from '../../ui/part.ts'
import type { ChannelFilter } from './channel-acts.tsx'

const ChannelTests = part(async () => ({
  default: (await import('./tests/channel-tests.tsx')).ChannelTests,
}))

type Props = {
  readonly kind: 'tests' | 'balances'
  readonly filters: Readonly<Record<ChannelFilter, string>>
}

/** Tests, or asks for the balances of, everything that the list's filter finds. */
export function TestAll({ kind, filters }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Props['filters'] | null>(null)
  const filter = Object.fromEntries(Object.entries(open ?? {}).filter(([, value]) => value !== ''))
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(filters)}>
        {t(kind === 'tests' ? 'testing.all' : 'supplier.balance.all')}
      </Button>
      {open !== null && (
        <Suspense>
          <ChannelTests kind={kind} which={{ filter }} asksFirst onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

import Box from '@mui/material/Box'
import type { ChargeExplanation } from '@posthouse/contract/log'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '@posthouse/contract/format-amount'
import { formatTime } from '../../lib/time/format-time.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { stepWord } from './charge-words.ts'

type FoldProps = { readonly title: string; readonly open?: boolean; readonly children: ReactNode }

export const Fold = ({ title, open = false, children }: FoldProps) => (
  <Box
    component="details"
    open={open}
    sx={{ '& > summary': { cursor: 'pointer', fontWeight: 'fontWeightMedium', py: 1 } }}
  >
    <summary>{title}</summary>
    <Box component="ol" sx={{ m: 0, pl: 6, fontSize: 13, '& li': { py: 0.5 } }}>
      {children}
    </Box>
  </Box>
)

/** Hold and settlement: how the money moved. */
export function ReceiptSteps({ steps }: { readonly steps: ChargeExplanation['steps'] }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  return (
    <Fold title={t('charge.steps')}>
      {steps.map((step, place) => (
        <li key={`${place}-${step.kind}-${step.at}`}>
          {t(stepWord(step.kind))} {formatCharge(step.quota, display)} ·{' '}
          {formatTime(Math.floor(step.at / 1000))}
        </li>
      ))}
    </Fold>
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconAction } from '../../ui/icon-action.tsx'

export type VersionsProps = {
  readonly id: string
  /** Ids of every version, in the order in which they were made. */
  readonly versions: readonly string[]
  readonly busy: boolean
  readonly onChoose: (id: string) => void
}

/** Which version of a message this is, and the way to the others. */
export function Versions({ id, versions, busy, onChoose }: VersionsProps) {
  const { t } = useTranslation()
  if (versions.length < 2) return null
  const at = versions.indexOf(id)
  const step = (to: number) => () => onChoose(versions[to] ?? id)
  const values = { number: at + 1, count: versions.length }
  return (
    <Box
      role="group"
      aria-label={t('playground.version', values)}
      sx={{ display: 'flex', alignItems: 'center' }}
    >
      <IconAction
        size="small"
        label={t('playground.versionBefore')}
        disabled={busy || at <= 0}
        onClick={step(at - 1)}
      >
        <IconChevronLeft size={16} stroke={1.5} />
      </IconAction>
      <Typography
        variant="caption"
        color="textSecondary"
        aria-hidden
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {`${values.number}/${values.count}`}
      </Typography>
      <IconAction
        size="small"
        label={t('playground.versionAfter')}
        disabled={busy || at >= versions.length - 1}
        onClick={step(at + 1)}
      >
        <IconChevronRight size={16} stroke={1.5} />
      </IconAction>
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../stores/confirm.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { type NoticeKind, noticeDurations, notify } from '../../ui/notify.tsx'

const variants = ['contained', 'outlined', 'text'] as const

/** Buttons in every state, the six kinds of notice, the danger dialog, what is copied. */
export function KitActions() {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const label = t('token.create')
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      {variants.map((variant) => (
        <Box key={variant} sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
          <Button variant={variant}>{label}</Button>
          <Button variant={variant} disabled>
            {label}
          </Button>
          <Button variant={variant} loading>
            {label}
          </Button>
          <Button variant={variant} color="error">
            {t('token.delete')}
          </Button>
          <Button variant={variant} size="small">
            {label}
          </Button>
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {(Object.keys(noticeDurations) as NoticeKind[]).map((kind) => (
          <Button key={kind} variant="outlined" onClick={() => notify(kind, label)}>
            {kind}
          </Button>
        ))}
        <Button
          variant="outlined"
          color="error"
          onClick={() =>
            ask({
              title: t('token.delete'),
              consequences: [],
              action: t('token.delete'),
              run: async () => notify('success', t('token.delete')),
            })
          }
        >
          {t('token.delete')}
        </Button>
      </Box>
      <CopyField text="sk-0123456789abcdef" label={t('token.key')} />
    </Box>
  )
}

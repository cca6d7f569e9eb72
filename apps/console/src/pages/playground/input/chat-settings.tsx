import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noParameters, type Parameters } from '../../../lib/chat/conversation.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import type { Chat } from '../use-chat.ts'
import { OptionalNumber } from './optional-number.tsx'
import { SystemPrompt } from './system-prompt.tsx'

type Props = { readonly chat: Chat; readonly owner: number; readonly reasons: boolean }

/** The system prompt and the parameters. Nothing is set until somebody sets it. */
export function ChatSettings(props: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { system, parameters } = props.chat.conversation
  const isSet = system.trim() !== '' || Object.values(parameters).some((value) => value !== null)
  return (
    <>
      <IconAction
        label={t('playground.settings')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        color={isSet ? 'primary' : 'default'}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.5} />
      </IconAction>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('playground.settings'),
            sx: { p: 5, width: 400, maxWidth: 'calc(100vw - 32px)' },
          },
        }}
      >
        <SystemPrompt chat={props.chat} owner={props.owner} />
        <ParameterFields {...props} />
      </Popover>
    </>
  )
}

const efforts = ['low', 'medium', 'high'] as const

function ParameterFields({ chat, reasons }: Props) {
  const { t } = useTranslation()
  const { parameters } = chat.conversation
  const set = (change: Partial<Parameters>) =>
    chat.change({ parameters: { ...parameters, ...change } })
  const isSet = Object.values(parameters).some((value) => value !== null)
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', mt: 5, mb: 3, minHeight: 36 }}>
        <Typography component="h2" variant="subtitle2" sx={{ flexGrow: 1 }}>
          {t('playground.parameters')}
        </Typography>
        {isSet && (
          <Button size="small" onClick={() => set(noParameters)}>
            {t('playground.reset')}
          </Button>
        )}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
        <OptionalNumber
          label={t('playground.temperature')}
          value={parameters.temperature}
          range={[0, 2, 0.1]}
          onChange={(temperature) => set({ temperature })}
        />
        <OptionalNumber
          label={t('playground.topP')}
          value={parameters.top_p}
          range={[0, 1, 0.05]}
          onChange={(topP) => set({ top_p: topP })}
        />
        <OptionalNumber
          label={t('playground.maxTokens')}
          value={parameters.max_tokens}
          range={[1, 10_000_000, 1]}
          onChange={(maxTokens) => set({ max_tokens: maxTokens })}
        />
        {reasons && (
          <TextField
            select
            label={t('playground.effort')}
            value={parameters.reasoning_effort ?? ''}
            onChange={(event) => set({ reasoning_effort: event.target.value || null })}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">{t('playground.usual')}</MenuItem>
            {efforts.map((effort) => (
              <MenuItem key={effort} value={effort}>
                {t(`playground.efforts.${effort}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
    </>
  )
}

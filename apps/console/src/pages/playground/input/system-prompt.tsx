import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePromptPresets } from '../../../stores/prompt-presets.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import type { Chat } from '../use-chat.ts'

type Props = { readonly chat: Chat; readonly owner: number }

/** What is said before every question, and the prompts that this browser keeps. */
export function SystemPrompt({ chat, owner }: Props) {
  const { t } = useTranslation()
  const { system } = chat.conversation
  const presets = usePromptPresets(({ owners }) => owners[owner]) ?? []
  const drop = usePromptPresets((store) => store.drop)
  const chosen = presets.find(({ text }) => text === system)
  return (
    <>
      {presets.length > 0 && (
        <Box sx={{ display: 'flex', gap: 1, mb: 4, alignItems: 'center' }}>
          <TextField
            select
            size="small"
            label={t('playground.preset')}
            value={chosen?.name ?? ''}
            onChange={(event) => {
              const preset = presets.find(({ name }) => name === event.target.value)
              chat.change({ system: preset?.text ?? '' })
            }}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">{t('playground.noPreset')}</MenuItem>
            {presets.map(({ name }) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          {chosen !== undefined && (
            <IconAction
              label={t('playground.deletePreset', { name: chosen.name })}
              onClick={() => drop(owner, chosen.name)}
            >
              <IconTrash size={18} stroke={1.5} />
            </IconAction>
          )}
        </Box>
      )}
      <TextField
        label={t('playground.system')}
        multiline
        minRows={3}
        maxRows={8}
        value={system}
        onChange={(event) => chat.change({ system: event.target.value })}
      />
      {system.trim() !== '' && chosen === undefined && <SavePreset owner={owner} text={system} />}
    </>
  )
}

const longest = 60

function SavePreset({ owner, text }: { readonly owner: number; readonly text: string }) {
  const { t } = useTranslation()
  const save = usePromptPresets((store) => store.save)
  const [name, setName] = useState<string | null>(null)
  if (name === null) {
    return (
      <Button size="small" sx={{ mt: 1 }} onClick={() => setName('')}>
        {t('playground.savePreset')}
      </Button>
    )
  }
  const keep = () => name.trim() !== '' && save(owner, { name: name.trim(), text })
  return (
    <Box sx={{ display: 'flex', gap: 2, mt: 3, alignItems: 'center' }}>
      <TextField
        autoFocus
        size="small"
        label={t('playground.presetName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && keep()}
        slotProps={{ htmlInput: { maxLength: longest } }}
      />
      <Button variant="outlined" disabled={name.trim() === ''} onClick={keep}>
        {t('playground.save')}
      </Button>
    </Box>
  )
}

import type { Task } from '@posthouse/contract/task'
import { useTranslation } from 'react-i18next'
import type { Tone } from '../../../ui/status.ts'
import { Chip } from '../../../ui/status-chip.tsx'

/** What Midjourney does, in the colours that people know from it. */
const tones = {
  IMAGINE: 'info',
  UPSCALE: 'warning',
  VARIATION: 'muted',
  HIGH_VARIATION: 'muted',
  LOW_VARIATION: 'muted',
  PAN: 'violet',
  DESCRIBE: 'violet',
  BLEND: 'violet',
  SHORTEN: 'violet',
  REROLL: 'violet',
  INPAINT: 'violet',
  ZOOM: 'violet',
  CUSTOM_ZOOM: 'violet',
  MODAL: 'violet',
  SWAP_FACE: 'violet',
  UPLOAD: 'violet',
  MUSIC: 'info',
  LYRICS: 'violet',
  create: 'info',
  remix: 'violet',
} as const satisfies Record<string, Tone>

const isKnown = (action: string): action is keyof typeof tones => Object.hasOwn(tones, action)

/** The type of a task; one that is not known by its own name. */
export function TypeChip({ task: { action } }: { readonly task: Task }) {
  const { t } = useTranslation()
  return isKnown(action) ? (
    <Chip tone={tones[action]} glyph="◆">
      {t(`task.actions.${action}`)}
    </Chip>
  ) : (
    <Chip tone="error" glyph="◆">
      {action || t('task.actions.unknown')}
    </Chip>
  )
}

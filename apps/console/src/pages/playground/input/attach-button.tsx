import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAction } from '../../../ui/icon-action.tsx'
import type { Draft } from './use-draft.ts'

type Props = { readonly draft: Draft; readonly takes: readonly string[] }

/** Chooses files. Pasting and dropping them does the same. */
export function AttachButton({ draft, takes }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const label = t(takes.includes('image') ? 'playground.addFiles' : 'playground.addTextFiles')
  return (
    <>
      <IconAction label={label} onClick={() => input.current?.click()}>
        <IconPaperclip size={18} stroke={1.5} />
      </IconAction>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="files"
        onChange={(event) => {
          draft.add([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}

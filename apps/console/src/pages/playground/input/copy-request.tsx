import { IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { curlOf } from '../../../lib/chat/curl-of.ts'
import { requestOf } from '../../../lib/chat/request-of.ts'
import { useServerAddress } from '../../../stores/site.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { question, withMessage } from '../answer.ts'
import type { ComposerProps } from './composer-props.ts'

/** Copies what would be sent now, with a place for a key. */
export function CopyRequest({ chat, draft, able }: ComposerProps) {
  const { t } = useTranslation()
  const server = useServerAddress()
  const { conversation } = chat
  const copy = () => {
    const text = draft.text.trim()
    const asked =
      text === '' && draft.attachments.length === 0
        ? conversation
        : withMessage(conversation, question(conversation.end, text, draft.attachments))
    void copyText(curlOf(requestOf(asked, able), server), t('playground.request'))
  }
  return (
    <IconAction
      label={t('playground.copyCurl')}
      disabled={!draft.ready && chat.shown.length === 0}
      onClick={copy}
    >
      <IconTerminal2 size={18} stroke={1.5} />
    </IconAction>
  )
}

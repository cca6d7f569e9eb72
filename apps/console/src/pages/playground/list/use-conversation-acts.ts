import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../api/download.ts'
import { type Conversation, titleOf } from '../../../lib/chat/conversation.ts'
import { fileNameOf, jsonOf, markdownOf } from '../../../lib/chat/export-conversation.ts'
import { useChatRuns } from '../../../stores/chat-runs.ts'
import { useConversations } from '../../../stores/conversations.ts'
import { notify } from '../../../ui/notify.tsx'

type Acts = {
  readonly rename: (title: string) => void
  readonly pin: () => void
  readonly saveMarkdown: () => void
  readonly saveJson: () => void
  readonly remove: () => void
}

/** What can be done with a conversation of the list. */
export function useConversationActs(conversation: Conversation, onRemoved: () => void): Acts {
  const { t } = useTranslation()
  const { change, keep, drop, put } = useConversations.getState()
  const { id } = conversation
  const untitled = t('playground.untitled')
  const notKept = () => notify('warning', t('playground.notKept'))
  const alter = (changed: Partial<Conversation>) => {
    change(id, (known) => ({ ...known, ...changed }))
    void keep(id).catch(notKept)
  }
  const restore = () => {
    put(conversation)
    void keep(id).catch(notKept)
  }
  const remove = async () => {
    useChatRuns.getState().stop(id)
    onRemoved()
    await drop(id)
    const name = titleOf(conversation) || untitled
    notify('notice', t('playground.deleted', { name }), {
      label: t('playground.undo'),
      run: restore,
    })
  }
  return {
    rename: (title) => alter({ title: title.trim() }),
    pin: () => alter({ pinned: !conversation.pinned }),
    saveMarkdown: () => {
      const words = { you: t('playground.you'), assistant: t('playground.assistant'), untitled }
      const type = 'text/markdown;charset=utf-8'
      saveFile(
        new Blob([markdownOf(conversation, words)], { type }),
        fileNameOf(conversation, 'md'),
      )
    },
    saveJson: () =>
      saveFile(
        new Blob([jsonOf(conversation)], { type: 'application/json' }),
        fileNameOf(conversation, 'json'),
      ),
    remove: () => void remove().catch(() => notify('warning', t('playground.notDeleted'))),
  }
}

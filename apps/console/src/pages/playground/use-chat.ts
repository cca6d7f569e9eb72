import { useState } from 'react'
import type { Abilities } from '../../lib/chat/abilities.ts'
import { endOf, root } from '../../lib/chat/branches.ts'
import {
  type Attachment,
  blankConversation,
  type Conversation,
  type Message,
  shownOf,
} from '../../lib/chat/conversation.ts'
import { randomId } from '../../lib/random-id.ts'
import { useChatRuns } from '../../stores/chat-runs.ts'
import { useConversations } from '../../stores/conversations.ts'
import { answer, question, withMessage } from './answer.ts'

type Settings = Pick<Conversation, 'model' | 'system' | 'parameters'>

export type Chat = {
  readonly conversation: Conversation
  /** The branch on screen, oldest first. */
  readonly shown: readonly Message[]
  readonly busy: boolean
  readonly change: (change: Partial<Settings>) => void
  readonly send: (text: string, attachments: readonly Attachment[]) => void
  /** Asks another question in the place of one; both stay. */
  readonly edit: (message: Message, text: string) => void
  /** Asks for another answer in the place of one; both stay. */
  readonly again: (message: Message) => void
  /** Shows the branch of this version of a message. */
  readonly choose: (id: string) => void
  readonly stop: () => void
  readonly open: (id: string) => void
  readonly begin: () => void
}

/** One conversation at a time: what is asked, what streams in, what is kept. */
export function useChat(owner: number, model: string, ableOf: (model: string) => Abilities): Chat {
  const list = useConversations((conversations) => conversations.list)
  const { change, keep } = useConversations.getState()
  const [fresh, setFresh] = useState(() => blankConversation(randomId(), owner, model))
  const [openId, setOpenId] = useState('')
  const conversation = list.find((known) => known.id === openId) ?? fresh
  const busy = useChatRuns(({ running }) => running.has(conversation.id))
  const isKept = conversation !== fresh
  const ask = (asked: Conversation) => {
    if (busy) return
    setOpenId(asked.id)
    void answer(asked, ableOf(asked.model))
  }
  const alter = (changed: (known: Conversation) => Conversation) => {
    if (!isKept) return setFresh(changed)
    change(conversation.id, changed)
    void keep(conversation.id).catch(() => undefined)
  }
  return {
    conversation,
    shown: shownOf(conversation),
    busy,
    change: (changed) => alter((known) => ({ ...known, ...changed })),
    send: (text, attachments) =>
      ask(withMessage(conversation, question(conversation.end || root, text, attachments))),
    edit: (message, text) =>
      ask(withMessage(conversation, question(message.parent, text, message.attachments))),
    again: (message) => ask({ ...conversation, end: message.parent }),
    choose: (id) => alter((known) => ({ ...known, end: endOf(known.messages, id) })),
    stop: () => useChatRuns.getState().stop(conversation.id),
    open: setOpenId,
    begin: () => {
      setFresh(blankConversation(randomId(), owner, conversation.model))
      setOpenId('')
    },
  }
}

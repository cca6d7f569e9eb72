import { useRef, useState } from 'react'
import { refresh } from '../../api/use-call.ts'
import { streamChat } from '../../api/chat.ts'
import { i18n } from '../../i18n/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { isTooPoor, messageOf } from '../../api/refusal.ts'
import { type Conversation, type Message, useConversations } from '../../stores/conversations.ts'
import { notify } from '../../ui/notify.tsx'

export type Chat = {
  readonly conversation: Conversation
  readonly busy: boolean
  readonly change: (change: Partial<Pick<Conversation, 'model' | 'system' | 'temperature'>>) => void
  readonly send: (text: string) => void
  /** Asks for the last answer again. */
  readonly retry: () => void
  readonly stop: () => void
  readonly open: (id: string) => void
  readonly begin: () => void
}

const blank = (owner: number, model: string): Conversation => ({
  id: randomId(),
  owner,
  updated: Date.now(),
  model,
  system: '',
  temperature: 1,
  messages: [],
})

const said = (role: Message['role'], content: string): Message => ({
  id: randomId(),
  role,
  content,
  reasoning: '',
  requestId: '',
  firstTokenMs: null,
  error: '',
  tooPoor: false,
  stopped: false,
})

/** One conversation at a time: what is asked, what streams in, what is kept. */
export function useChat(owner: number, model: string): Chat {
  const list = useConversations((conversations) => conversations.list)
  const put = useConversations((conversations) => conversations.put)
  const [fresh, setFresh] = useState(() => blank(owner, model))
  const [openId, setOpenId] = useState('')
  const [busy, setBusy] = useState(false)
  const aborter = useRef<AbortController | null>(null)
  const conversation = list.find((known) => known.id === openId) ?? fresh

  const ask = async (messages: readonly Message[]) => {
    const controller = new AbortController()
    aborter.current = controller
    setOpenId(conversation.id)
    setBusy(true)
    await answer(
      { ...conversation, messages: [...messages], updated: Date.now() },
      controller.signal,
    )
    setBusy(false)
  }
  const change: Chat['change'] = (changed) => {
    if (conversation.messages.length === 0) setFresh({ ...conversation, ...changed })
    else put({ ...conversation, ...changed })
  }
  const lastQuestion = conversation.messages.findLastIndex((message) => message.role === 'user')
  return {
    conversation,
    busy,
    change,
    send: (text) => void ask([...conversation.messages, said('user', text)]),
    retry: () => void ask(conversation.messages.slice(0, lastQuestion + 1)),
    stop: () => aborter.current?.abort(),
    open: setOpenId,
    begin: () => {
      setFresh(blank(owner, conversation.model))
      setOpenId('')
    },
  }
}

/** Streams an answer into the store and keeps it when it has ended, however it ended. */
async function answer(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { put, keep } = useConversations.getState()
  const began = performance.now()
  let reply = said('assistant', '')
  const show = (change: Partial<Message>) => {
    reply = { ...reply, ...change }
    const current = useConversations.getState().list.find((known) => known.id === conversation.id)
    put({ ...(current ?? conversation), messages: [...conversation.messages, reply] })
  }
  show({})
  try {
    await streamChat(
      requestOf(conversation),
      {
        onStart: (requestId) => show({ requestId }),
        onDelta: (delta) =>
          show({
            content: reply.content + delta.content,
            reasoning: reply.reasoning + delta.reasoning,
            firstTokenMs: reply.firstTokenMs ?? Math.round(performance.now() - began),
          }),
      },
      signal,
    )
  } catch (error) {
    // Stopping is no failure; what has come stays and is paid for.
    show(signal.aborted ? { stopped: true } : failureOf(error))
  }
  // A browser that keeps nothing still chats; it says so, since a reload loses what is on screen.
  await keep(conversation.id).catch(() => notify('warning', i18n.t('playground.notKept')))
  await refresh(['getSelf', 'listOwnLogs', 'sumOwnLogs', 'ownLogSeries'])
}

const failureOf = (error: unknown): Pick<Message, 'error' | 'tooPoor'> => ({
  error: messageOf(error),
  tooPoor: isTooPoor(error),
})

const requestOf = (conversation: Conversation) => ({
  model: conversation.model,
  temperature: conversation.temperature,
  messages: [
    ...(conversation.system.trim() === ''
      ? []
      : [{ role: 'system', content: conversation.system }]),
    ...conversation.messages
      // An answer that was stopped before its first word says nothing: some suppliers refuse an empty message.
      .filter(({ error, content }) => error === '' && content !== '')
      .map(({ role, content }) => ({ role, content })),
  ],
})

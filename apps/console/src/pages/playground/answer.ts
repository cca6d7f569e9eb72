import { streamChat } from '../../api/chat.ts'
import { isTooPoor, messageOf } from '../../api/refusal.ts'
import { refresh } from '../../api/use-call.ts'
import { i18n } from '../../i18n/index.ts'
import type { Abilities } from '../../lib/chat/abilities.ts'
import type { Attachment, Conversation, Message } from '../../lib/chat/conversation.ts'
import { requestOf } from '../../lib/chat/request-of.ts'
import { randomId } from '../../lib/random-id.ts'
import { useChatRuns } from '../../stores/chat-runs.ts'
import { useConversations } from '../../stores/conversations.ts'
import { notify } from '../../ui/notify.tsx'

const blank = (role: Message['role'], parent: string): Message => ({
  id: randomId(),
  parent,
  role,
  content: '',
  attachments: [],
  reasoning: '',
  reasoningMs: null,
  model: '',
  requestId: '',
  firstTokenMs: null,
  error: '',
  tooPoor: false,
  stopped: false,
})

export const question = (
  parent: string,
  content: string,
  attachments: readonly Attachment[],
): Message => ({ ...blank('user', parent), content, attachments: [...attachments] })

/** The conversation with one message more, which is the end of the branch on screen. */
export const withMessage = (conversation: Conversation, message: Message): Conversation => ({
  ...conversation,
  messages: [...conversation.messages, message],
  end: message.id,
  updated: Date.now(),
})

/** Often enough for the eye; more would only make a long answer slow. */
const showEveryMs = 40
/** What a reload in the middle of an answer may lose. */
const keepEveryMs = 3_000

/** Streams an answer to the end of this branch into the store, and keeps it however it ended. */
export async function answer(asked: Conversation, able: Abilities): Promise<void> {
  const { id } = asked
  const reply = { ...blank('assistant', asked.end), model: asked.model }
  useConversations.getState().put(withMessage(asked, reply))
  const signal = useChatRuns.getState().begin(id)
  const screen = screenOf(id, reply)
  const keeping = setInterval(() => void keep(id), keepEveryMs)
  try {
    await Promise.all([keep(id), stream(requestOf(asked, able), screen, signal)])
  } catch (error) {
    // Stopping is no failure; what has come stays and is paid for.
    screen.show(
      signal.aborted ? { stopped: true } : { error: messageOf(error), tooPoor: isTooPoor(error) },
    )
  } finally {
    clearInterval(keeping)
    screen.flush()
    useChatRuns.getState().end(id)
  }
  // A browser that keeps nothing still chats; it says so, since a reload loses what is on screen.
  if (!(await keep(id))) notify('warning', i18n.t('playground.notKept'))
  await refresh(['getSelf', 'listOwnLogs', 'sumOwnLogs', 'ownLogSeries'])
}

const keep = (id: string): Promise<boolean> =>
  useConversations
    .getState()
    .keep(id)
    .then(
      () => true,
      () => false,
    )

type Screen = {
  readonly show: (change: Partial<Message>) => void
  /** The message as it is known, shown or not. */
  readonly now: () => Message
  readonly flush: () => void
}

/** Shows a message as it grows, not at every word. */
function screenOf(conversation: string, message: Message): Screen {
  let now = message
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    useConversations.getState().change(conversation, (known) => ({
      ...known,
      messages: known.messages.map((one) => (one.id === now.id ? now : one)),
    }))
  }
  return {
    now: () => now,
    flush,
    show: (change) => {
      now = { ...now, ...change }
      timer ??= setTimeout(flush, showEveryMs)
    },
  }
}

async function stream(
  request: Parameters<typeof streamChat>[0],
  { show, now }: Screen,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  let thinksSince: number | null = null
  const listener: Parameters<typeof streamChat>[1] = {
    onStart: (requestId) => show({ requestId }),
    onDelta: ({ content, reasoning }) => {
      const at = performance.now()
      const message = now()
      if (reasoning !== '') thinksSince ??= at
      show({
        content: message.content + content,
        reasoning: message.reasoning + reasoning,
        firstTokenMs: message.firstTokenMs ?? Math.round(at - began),
        // It has thought until the first word of its answer.
        ...(thinksSince !== null &&
          message.content === '' && { reasoningMs: Math.round(at - thinksSince) }),
      })
    },
  }
  await streamChat(request, listener, signal)
}

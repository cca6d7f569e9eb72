import type { Abilities } from '../../../lib/chat/abilities.ts'
import type { Chat } from '../use-chat.ts'
import type { Draft } from './use-draft.ts'

export type ComposerProps = {
  readonly chat: Chat
  readonly draft: Draft
  readonly able: Abilities
}

import { accountCalls } from '@posthouse/contract/calls/account'
import { useRead } from '../api/use-call.ts'
import { chatModels } from '../lib/chat/chat-models.ts'
import { sandboxModel } from '../lib/chat/snippets.ts'
import { useSession } from '../stores/session.ts'

/**
 * A model that the reader may call, for what is copied and tried at once: one with a price has the shortest way to
 * success. A price alone says nothing: the book has many models that no channel serves.
 */
export function useNamedModel(): string {
  const signedIn = useSession((session) => session.user !== null)
  const models = useRead(accountCalls, 'listOwnModels', {}, { enabled: signedIn })
  const talking = chatModels(models.data ?? [])
  return (talking.find(({ price }) => price !== null) ?? talking[0])?.id ?? sandboxModel
}

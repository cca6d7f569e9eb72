import { i18n } from '../i18n/index.ts'
import { useConnection } from '../stores/connection.ts'
import { useSession } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import { notify } from '../ui/notify.tsx'
import { client } from './client.ts'
import { queryClient } from './query-client.ts'
import { notifyFailure } from './refusal.ts'

/** Asks what this site is; without an answer the cached one holds and the reader is told. */
export async function loadStatus(): Promise<void> {
  try {
    useSite.getState().setSiteInfo(await client.getStatus({}))
    useConnection.getState().regain()
  } catch {
    useSite.getState().setUnreachable()
    notify('error', i18n.t('notice.unreachable'))
  }
}

/** Signs in; a failure is thrown for the form to show. */
export async function signIn(username: string, password: string): Promise<void> {
  const before = useSession.getState().expired
  const user = await client.login({ body: { username, password } }).catch((error: unknown) => {
    notifyFailure(error)
    throw error
  })
  // Nothing that another user has read may stay on the screen.
  if (before === null || before.id !== user.id) queryClient.clear()
  useSession.getState().signIn(user)
  void loadStatus()
}

/** Forgets the user here whatever the server says. */
export async function signOut(): Promise<void> {
  useSession.getState().signOut()
  queryClient.clear()
  await client.logout({}).catch(() => null)
}

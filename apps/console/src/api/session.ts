import { secondFactorCalls } from '@posthouse/contract/calls/second-factor'
import { sessionCalls } from '@posthouse/contract/calls/session'
import type { InputOf } from '@posthouse/contract/endpoint'
import { siteCalls } from '@posthouse/contract/calls/site'
import type { SavedUser } from '@posthouse/contract/user'
import { i18n } from '../i18n/index.ts'
import { isOtherVersion } from '../lib/new-version.ts'
import { storageKeys, writeText } from '../lib/storage.ts'
import { useConnection } from '../stores/connection.ts'
import { useSession } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import { notify } from '../ui/notify.tsx'
import { call } from './client.ts'
import { forgetWrites, offerRepeat } from './interrupted-writes.ts'
import { queryClient } from './query-client.ts'

const built: unknown = import.meta.env['POSTHOUSE_VERSION']
const builtVersion = typeof built === 'string' ? built : ''
const announced = new Set<string>()

/** Asks what this site is; without an answer the cached one holds and the reader is told once. */
export async function loadStatus(): Promise<void> {
  const known = useSite.getState().unreachable
  try {
    const info = await call(siteCalls.getStatus, {})
    useSite.getState().setSiteInfo(info)
    useConnection.getState().regain()
    announceVersion(info.version)
  } catch {
    useSite.getState().setUnreachable()
    if (!known) notify('error', i18n.t('notice.unreachable'))
  }
}

/** A page that was open while the server was replaced runs old code: said once for each version. */
function announceVersion(version: string): void {
  if (announced.has(version) || !isOtherVersion(version, builtVersion)) return
  announced.add(version)
  notify('notice', i18n.t('notice.newVersion', { version }))
}

/** Signs in; a failure is thrown for the form to show. */
export async function signIn(username: string, password: string, turnstile: string): Promise<void> {
  begin(await call(sessionCalls.login, { body: { username, password } }, { turnstile }))
}

/** Completes a sign-in with a code of the authenticator app, or a recovery code. */
export async function verifySignIn(code: string): Promise<void> {
  begin(await call(secondFactorCalls.verifyLogin, { body: { code } }))
}

/** The same for somebody new. */
export async function signUp(
  body: InputOf<typeof sessionCalls.register>['body'],
  turnstile: string,
): Promise<void> {
  begin(await call(sessionCalls.register, { body }, { turnstile }))
}

/** The server has signed this user in. */
export function begin(user: SavedUser): void {
  const before = useSession.getState().expired
  // Nothing that another user has read may stay on the screen.
  if (before === null || before.id !== user.id) {
    forgetWrites()
    queryClient.clear()
  }
  useSession.getState().signIn(user)
  void loadStatus()
}

/** The same user again: reads repeat by themselves, writes at a click. */
export function resume(): void {
  void queryClient.invalidateQueries()
  offerRepeat()
}

/** Forgets the user here whatever the server says. */
export async function signOut(): Promise<void> {
  forgetWrites()
  writeText(storageKeys.recent, null)
  useSession.getState().signOut()
  queryClient.clear()
  await call(sessionCalls.logout, {}).catch(() => null)
}

/**
 * Another tab has signed in or out. The cookie is shared, so this page must not go on as if the
 * calls it makes were still its own user's.
 */
export function followOtherTab(stored: SavedUser | null): void {
  const { user, expired } = useSession.getState()
  const known = user ?? expired
  if (stored === null) {
    if (user !== null) useSession.getState().expire()
  } else if (known !== null && known.id !== stored.id) {
    location.reload()
  } else if (user === null) {
    useSession.getState().signIn(stored)
    resume()
  }
}

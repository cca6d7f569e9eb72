import { isAdministrator, roles, SavedUser } from '@posthouse/contract/user'
import { create } from 'zustand'
import { readJson, storageKeys, writeText } from '../lib/storage.ts'

type Session = {
  readonly user: SavedUser | null
  /** Who was signed in when a call found the session ended; the page waits for a sign-in in place. */
  readonly expired: SavedUser | null
  readonly signIn: (user: SavedUser) => void
  readonly signOut: () => void
  readonly expire: () => void
}

/** The user that this browser remembers, whichever tab wrote it. */
export function storedUser(): SavedUser | null {
  const parsed = SavedUser.safeParse(readJson(storageKeys.user))
  return parsed.success ? parsed.data : null
}

/** Who is signed in. Read from storage when this module loads, so guards never wait for it. */
export const useSession = create<Session>()((set, get) => ({
  user: storedUser(),
  expired: null,
  signIn: (user) => {
    writeText(storageKeys.user, JSON.stringify(user))
    set({ user, expired: null })
  },
  signOut: () => {
    writeText(storageKeys.user, null)
    set({ user: null, expired: null })
  },
  expire: () => {
    writeText(storageKeys.user, null)
    set((session) => ({ user: null, expired: session.user ?? get().expired }))
  },
}))

/** The user of the page on screen, also while it waits for a sign-in in place. */
export const useUser = (): SavedUser | null =>
  useSession((session) => session.user ?? session.expired)

export const useIsAdministrator = (): boolean => isAdministrator(useUser()?.role ?? roles.guest)

export const useIsRoot = (): boolean => (useUser()?.role ?? roles.guest) >= roles.root

export function isRootNow(): boolean {
  const { user, expired } = useSession.getState()
  return ((user ?? expired)?.role ?? roles.guest) >= roles.root
}

/** The same outside of a component. */
export function isAdministratorNow(): boolean {
  const { user, expired } = useSession.getState()
  return isAdministrator((user ?? expired)?.role ?? roles.guest)
}

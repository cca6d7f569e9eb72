import { type Access, roleFor } from '@posthouse/contract/endpoint'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { paths, safeNext } from './paths.ts'
import { useSession } from './stores/session.ts'

/** What a page that may not be shown is thrown as; the route's error page says which role it needs. */
export type RoleTooLow = { readonly needs: Exclude<Access, 'public'> }

/** Whose page this is; also while a sign-in in place is waited for, which lies above every page. */
const present = () => useSession.getState().user ?? useSession.getState().expired

/** A loader that lets only this class of users on; it runs before anything of the page is drawn. */
export const guard =
  (needs: Exclude<Access, 'public'>) =>
  ({ request }: LoaderFunctionArgs): null => {
    const user = present()
    if (user === null) {
      const url = new URL(request.url)
      throw redirect(paths.login(`${url.pathname}${url.search}`))
    }
    if (user.role < roleFor[needs]) throw data({ needs } satisfies RoleTooLow, { status: 403 })
    return null
  }

/** `/panel` itself: the page asked for before the sign-in, else the feature square. */
export function enterPanel({ request }: LoaderFunctionArgs): never {
  const next = new URL(request.url).searchParams.get('next')
  throw redirect(safeNext(next, paths.playcards))
}

/** Pages for the signed-out send everybody else on. */
export function signedOutOnly({ request }: LoaderFunctionArgs): null {
  if (present() === null) return null
  const next = new URL(request.url).searchParams.get('next')
  throw redirect(safeNext(next, paths.dashboard))
}

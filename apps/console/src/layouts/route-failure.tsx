import { isRouteErrorResponse, useRouteError } from 'react-router'
import type { RoleTooLow } from '../guards.ts'
import { CrashedPage } from '../pages/errors/crashed.tsx'
import { ForbiddenPage } from '../pages/errors/forbidden.tsx'
import { NotFoundPage } from '../pages/errors/not-found.tsx'

/** The page in the place of one that could not be shown. */
export function RouteFailure() {
  const error = useRouteError()
  if (isRouteErrorResponse(error)) {
    if (error.status === 403) return <ForbiddenPage needs={(error.data as RoleTooLow).needs} />
    if (error.status === 404) return <NotFoundPage />
  }
  return <CrashedPage error={error} />
}

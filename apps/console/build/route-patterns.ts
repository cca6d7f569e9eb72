import type { RouteObject } from 'react-router'
import { NotFoundPage } from '../src/pages/errors/not-found.tsx'
import { routes } from '../src/routes.tsx'

/** Every address that has a page, such as `/oauth/:provider`. */
export const routePatterns: readonly string[] = patternsOf(routes, '').toSorted()

function patternsOf(below: readonly RouteObject[], parent: string): string[] {
  return below.flatMap((route) => {
    const { path = '', index = false, children, Component } = route
    const own = [parent, path].join('/').replace(/\/+/g, '/')
    if (children !== undefined) return patternsOf(children, own)
    return Component === NotFoundPage || (path === '' && !index)
      ? []
      : [own.replace(/(?<=.)\/$/, '')]
  })
}

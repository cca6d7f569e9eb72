import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { htmlPreference } from './html-preference.ts'
import { readPageRoutes } from './page-routes.ts'

/** Long-lived: Vite puts a hash of the content into every name under assets/. */
const immutable = 'public, max-age=31536000, immutable'

/**
 * The built console, and its index page at every address that has a page. Elsewhere the answer is 404: the same
 * page, which says so, for browsers, and a line of text for others. `guest` is the one other site whose script and frame pages may have; null: none.
 */
export function createStaticSite(
  folder: string,
  guest: () => string | null = () => null,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use((context, next) => securityHeaders(guest())(context, next), compress())
  if (!['index.html', 'routes.json'].every((name) => existsSync(join(folder, name)))) {
    return app.get('*', (context) => context.text('The console is not built: npm run build', 503))
  }
  const hasPage = readPageRoutes(folder)
  const root = relative(process.cwd(), folder) || '.'
  // A page is asked for anew each time, and sent only when it has changed.
  app.use(except('/assets/*', etag({ weak: true })))
  app.use(keptFor('no-cache'))
  app.use('/assets/*', keptFor(immutable))
  // The build holds every text compressed; what has an encoding is not compressed once more.
  app.get('/assets/*', serveStatic({ root, precompressed: true }), (context) =>
    // Of another build: a page in its place would be taken for the script that was asked for.
    context.text('There is no such file in this version', 404),
  )
  app.get(
    '*',
    serveStatic({
      root,
      precompressed: true,
      rewriteRequestPath: (path) => (path === '/' ? '/-' : path),
    }),
  )
  app.get('*', async (context) => {
    const known = hasPage(new URL(context.req.url).pathname)
    const wanted = htmlPreference(context.req.header('accept'))
    context.header('vary', 'accept', { append: true })
    if (wanted === 'no' || (!known && wanted === 'any')) {
      return context.text('There is no such address', 404)
    }
    const index = join(folder, 'index.html')
    return context.html(await readFile(index, 'utf8'), known ? 200 : 404)
  })
  return app
}

/** How long browsers keep what is found, unless something before has said it. */
const keptFor =
  (control: string): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const { headers, ok } = context.res
    if (ok && !headers.has('cache-control')) headers.set('cache-control', control)
  }

/**
 * What a page of ours may do: nothing from elsewhere runs here. Styles are inline because the
 * component library makes them at run time; pictures and a home page of the administrator's may come
 * from any https address.
 */
const securityHeaders = (guest: string | null) => {
  const guests = guest === null ? [] : [guest]
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...guests],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      frameSrc: ['https:', ...guests],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
    crossOriginResourcePolicy: false,
    strictTransportSecurity: false,
  })
}

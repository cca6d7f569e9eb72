import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { Context, Hono } from 'hono'
import type { ApiEnv } from './api-env.ts'
import { openApi } from './open-api.ts'

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Posthouse API</title><link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><div id="api"></div><script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body>
</html>`

const start = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#api', deepLinking: true })`

/** The API page and its OpenAPI document, without external files. `guard` refuses everyone but administrators. */
export function addDocs(
  app: Hono<ApiEnv>,
  guard: (context: Context<ApiEnv>) => Promise<void>,
): void {
  app.get('/api/docs', async (context) => {
    await guard(context)
    return context.html(page)
  })
  app.get('/api/openapi.json', async (context) => {
    await guard(context)
    return context.json(openApi())
  })
  app.get('/api/docs/start.js', (context) =>
    context.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  for (const [file, type] of Object.entries(files)) {
    app.get(`/api/docs/${file}`, async (context) =>
      context.body(await readFile(join(swagger, file)), 200, {
        'content-type': type,
        'cache-control': 'public, max-age=3600',
      }),
    )
  }
}

import { serveConsole } from './serve-console.ts'
import { moreLists } from './more-lists.ts'

/** The console with as many lists as it is to have, so that what a page loads is measured before they are made. */
await serveConsole({ plugins: [moreLists(30)] })

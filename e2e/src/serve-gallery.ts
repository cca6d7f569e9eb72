import { serveConsole } from './serve-console.ts'

/** The console as developers see it, gallery included. */
await serveConsole({ mode: 'development' })

import { spawnSync } from 'node:child_process'
import { consoleSources, isBuiltFrom, recordBuild } from './console-sources.ts'

/** Builds the console; with --if-changed only when its sources are not those of the last whole build. */
const root = `${import.meta.dirname}/..`
const sources = consoleSources(root)
if (!process.argv.includes('--if-changed') || !isBuiltFrom(root, sources)) {
  console.log('Building the console. This takes about half a minute.')
  const { status, signal, error } = spawnSync(
    'vite',
    ['build', 'apps/console', '--logLevel', 'warn'],
    {
      cwd: root,
      // Standard output has a progress line only.
      stdio: ['inherit', 'ignore', 'inherit'],
    },
  )
  if (status === 0) {
    // What changed meanwhile may not be in it: then it is built again.
    recordBuild(root, sources)
  } else {
    if (error !== undefined) console.error(error.message)
    if (signal === null) console.error('The console could not be built. The reason is above.')
    process.exitCode = 1
  }
}

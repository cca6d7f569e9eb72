import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build of the console reads. */
const folders = [
  'apps/console/build',
  'apps/console/public',
  'apps/console/src',
  'packages/contract/src',
]
const files = [
  'apps/console/index.html',
  'apps/console/package.json',
  'apps/console/tsconfig.json',
  'apps/console/vite.config.ts',
  'package-lock.json',
  'package.json',
  'packages/contract/package.json',
  'packages/contract/tsconfig.json',
  'tsconfig.base.json',
]

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** A checksum of the names and contents of everything that the build reads below `root`. */
export function consoleSources(root: string): string {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !isTest(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const hash = createHash('sha256')
  for (const path of [...files.map((file) => join(root, file)), ...found].toSorted()) {
    const bytes = readFileSync(path)
    hash.update(`${path.slice(root.length)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** Inside the built folder, which a build empties first: no record outlives what it is about. */
const recordOf = (root: string): string => join(root, 'apps/console/dist/.sources')

/** Whether the console was built whole from these sources. */
export function isBuiltFrom(root: string, sources: string): boolean {
  try {
    return readFileSync(recordOf(root), 'utf8') === sources
  } catch {
    return false
  }
}

export const recordBuild = (root: string, sources: string): void =>
  writeFileSync(recordOf(root), sources)

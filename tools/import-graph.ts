import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/*
 * Which files need which when they run. vitest's own graph (`--changed`) does not see worker threads, started
 * processes and files that are read by their address; a line of code names those too.
 */

/** The files that need a file, by its path in the repository. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>

const references = [
  /^(?:import|export) (?!type )[^;'"]*?from '([^']+)'/gm,
  /^import '([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /\bimport\.meta\.resolve\('([^']+)'\)/g,
  /\bnew URL\(\s*'([^']+)',\s*import\.meta\.url/g,
  /\bjoin\(import\.meta\.dirname, '([^']+)'/g,
]

/** What a text needs, as it is written there. */
export const referencesOf = (text: string): readonly string[] =>
  references.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''))

/** Tracked files and new ones, without those that were deleted. */
export const repositoryFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(path))

export function readImporters(files: readonly string[]): Importers {
  const resolve = resolver(files)
  const importers = new Map<string, Set<string>>()
  for (const file of files.filter((path) => /\.tsx?$/.test(path))) {
    for (const name of referencesOf(readFileSync(file, 'utf8'))) {
      for (const target of resolve(file, name)) {
        importers.set(target, (importers.get(target) ?? new Set()).add(file))
      }
    }
  }
  return importers
}

/** How many imports lie between each file and the nearest of the changed ones. */
export function importDistances(
  importers: Importers,
  changed: readonly string[],
): ReadonlyMap<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]))
  // A map is iterated in the order of insertion and sees what is added meanwhile: breadth first.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}

type Resolve = (from: string, name: string) => readonly string[]

function resolver(files: readonly string[]): Resolve {
  const known = new Set(files)
  const exported = packageExports(files)
  return (from, name) => {
    const path = name.startsWith('.') ? normalize(join(dirname(from), name)) : exported(name)
    if (path === null) return []
    if (known.has(path)) return [path]
    const folder = path.endsWith('/') ? path : `${path}/`
    return files.filter((file) => file.startsWith(folder))
  }
}

type Manifest = { name: string; exports?: Record<string, string> }

/** The file behind a name like `@posthouse/llm/dialects/gemini/dialect`. */
function packageExports(files: readonly string[]): (name: string) => string | null {
  const rules = files
    .filter((file) => /^[^/]+\/[^/]+\/package\.json$/.test(file))
    .flatMap((file) => {
      const { name, exports = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
      return Object.entries(exports).map(([entry, target]) => {
        const [start = '', end = ''] = join(name, entry).split('*')
        return { start, end, isPattern: entry.includes('*'), target: join(dirname(file), target) }
      })
    })
    // An exact name before a pattern, and the longest pattern first.
    .toSorted(
      (a, b) => Number(a.isPattern) - Number(b.isPattern) || b.start.length - a.start.length,
    )
  return (name) => {
    for (const { start, end, isPattern, target } of rules) {
      if (!isPattern && name === start) return target
      if (isPattern && name.startsWith(start) && name.endsWith(end)) {
        return target.replace('*', name.slice(start.length, name.length - end.length))
      }
    }
    return null
  }
}

import { resolve } from 'node:path'
import { build, type Plugin, type PluginOption, type Rolldown, type UserConfig } from 'vite'

/** Who needs a module before it can be used. */
export type Reach = {
  /** The console itself, whatever is opened. */
  readonly start: boolean
  readonly home: boolean
  /** Another public page. */
  readonly visit: boolean
  /** The frame of the panel. */
  readonly panel: boolean
  /** So many pages of the panel that are lists. */
  readonly lists: number
  /** So many that are something else. */
  readonly others: number
  /** A part that comes later, such as a dialog or a plot: it may be wanted where no list is. */
  readonly part: boolean
}

/**
 * The file that a module is in. What the same kinds of places need is one file, so that each loads few files and hardly
 * anything that it does not reach. null: only a few pages of the panel reach it, or parts of them, and the bundler
 * makes a file for exactly these.
 */
export function fileOf(reach: Reach, lists: number): string | null {
  if (reach.start) return 'start'
  const places = (['home', 'visit', 'panel'] as const).filter((place) => reach[place])
  if (places.length > 0) {
    return [...places, ...(reach.lists + reach.others > 0 ? ['pages'] : [])].join('-')
  }
  if (reach.lists < 2 || reach.lists < lists / 2) return null
  if (reach.others > 0) return 'pages'
  return reach.part ? null : 'lists'
}

/**
 * Files of a build by who reaches what is in them. That is known only when the bundler has left out what nobody uses, so
 * the console is built twice: to see which entry needs which module, then in these files. What a module imports is reached
 * by whoever reaches the module: so no two files import each other, and none takes its imports along.
 */
export const chunksByReach = (): Plugin => ({
  name: 'chunks-by-reach',
  apply: 'build',
  async config(config) {
    const files = await filesOf(config)
    const name = (id: string) => files.get(id) ?? null
    const codeSplitting = {
      groups: [{ name, debugName: 'reach' }],
      includeDependenciesRecursively: false,
    }
    return { build: { rolldownOptions: { output: { codeSplitting } } } }
  },
})

/** Plugins that are about the files that were written. */
const ofWritten: ReadonlySet<string> = new Set(['chunks-by-reach', 'precompress', 'whole-licences'])

const isOfWritten = (plugin: PluginOption): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && ofWritten.has(plugin.name)

async function filesOf(config: UserConfig): Promise<Map<string, string | null>> {
  const files = new Map<string, string | null>()
  const plugins = (config.plugins ?? []).filter((plugin) => !isOfWritten(plugin))
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins, readFiles(resolve(config.root ?? '.', 'src'), files)],
    build: { ...config.build, write: false, minify: false, license: false },
  })
  return files
}

const readFiles = (source: string, files: Map<string, string | null>): Plugin => ({
  name: 'read-files',
  generateBundle(_, bundle) {
    const at = (path: string) => `${source}/${path}`
    const pagesOf = (path: string) => this.getModuleInfo(at(path))?.dynamicallyImportedIds ?? []
    const home = at('pages/home.tsx')
    const publicPages = pagesOf('routes/public-pages.ts')
    const panelPages = pagesOf('routes/panel-pages.ts')
    if (!publicPages.includes(home) || panelPages.length === 0) this.error('where are the pages?')
    const frame = at('layouts/public-layout.tsx')
    const panel = at('layouts/panel-layout.tsx')
    const visits = publicPages.filter((page) => page !== home)
    const places = placesIn(Object.values(bundle).filter((file) => file.type === 'chunk'))
    const listing = places.get(at('table/query-table.tsx'))
    const lists = panelPages.filter((page) => listing?.has(page))
    const others = panelPages.filter((page) => !listing?.has(page))
    if (lists.length === 0) this.error('where are the lists?')
    const isPage = new Set(['start', frame, panel, ...publicPages, ...panelPages])
    for (const [id, entries] of places) {
      const reach: Reach = {
        start: entries.has('start'),
        home: [frame, home].some((page) => entries.has(page)),
        visit: [frame, ...visits].some((page) => entries.has(page)),
        panel: entries.has(panel),
        lists: lists.filter((page) => entries.has(page)).length,
        others: others.filter((page) => entries.has(page)).length,
        part: [...entries].some((entry) => !isPage.has(entry)),
      }
      files.set(id, fileOf(reach, lists.length))
    }
  },
})

/** By module the entries that need it: `start`, or the module that is imported when it is wanted. */
function placesIn(chunks: readonly Rolldown.OutputChunk[]): Map<string, Set<string>> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const places = new Map<string, Set<string>>()
  for (const entry of chunks) {
    if (!entry.isEntry && !entry.isDynamicEntry) continue
    const place = entry.isEntry ? 'start' : (entry.facadeModuleId ?? '')
    for (const chunk of chunksOf(entry, byName)) {
      for (const id of chunk.moduleIds) places.set(id, (places.get(id) ?? new Set()).add(place))
    }
  }
  return places
}

/** A chunk with all that it imports, which the browser must have first. */
function chunksOf(
  entry: Rolldown.OutputChunk,
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<Rolldown.OutputChunk> {
  const found = new Set([entry])
  // A set is walked in the order in which it grows.
  for (const { imports } of found) {
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk !== undefined) found.add(chunk)
    }
  }
  return found
}

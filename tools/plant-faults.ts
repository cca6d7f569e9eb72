import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Asked } from './fault.ts'
import { faults } from './faults.ts'
import { runStep, type Step } from './run-steps.ts'

/*
 * Proves that the checks bite: in a copy of the last commit it plants one fault at a time and prints
 * which check sees it first. Ends with 1 when the copy is red to begin with, when a fault changes nothing
 * (its edit is stale), or when nothing sees it.
 */

/** Those first that take least: a fault is tried until something sees it. */
const checks: readonly Step[] = [
  { name: 'types', command: ['tsc', '-b'] },
  {
    name: 'architecture',
    command: ['depcruise', 'packages', 'apps', '--config', '.dependency-cruiser.mjs'],
  },
  { name: 'dead code', command: ['knip'] },
  {
    name: 'dead in production',
    command: ['knip', '--production', '--config', 'knip.production.json'],
  },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  {
    name: 'tests',
    command: [
      'vitest',
      'run',
      '--project',
      'unit',
      'tools',
      'apps/server/src/gateway/tests/pipeline.test.ts',
      'apps/console/src/i18n',
    ],
  },
]

/** A copy whose workspace packages are its own; everything else in node_modules is shared. */
function copyOfHead(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-faults-'))
  const archive = execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 1 << 30 })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  const modules = join(process.cwd(), 'node_modules')
  mkdirSync(join(folder, 'node_modules', '@posthouse'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name !== '@posthouse') symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(folder, 'packages'))) link(folder, 'packages', name)
  for (const name of readdirSync(join(folder, 'apps'))) link(folder, 'apps', name)
  execFileSync('git', ['init', '-q'], { cwd: folder })
  execFileSync('git', ['add', '-A'], { cwd: folder })
  return folder
}

const link = (folder: string, place: string, name: string): void =>
  symlinkSync(join(folder, place, name), join(folder, 'node_modules', '@posthouse', name))

const only = ({ suite, file }: Asked): Step => ({
  name: file,
  command: ['vitest', 'run', '--project', suite, file],
})

/** Null: none. */
async function firstRed(folder: string, asked?: Asked): Promise<string | null> {
  for (const check of asked === undefined ? checks : [only(asked)]) {
    const { ok } = await runStep(check, { show: false, cwd: folder })
    if (!ok) return check.name
  }
  return null
}

function plant(folder: string, { file, edit }: (typeof faults)[number]): (() => void) | null {
  const path = join(folder, file)
  let before: string | null = null
  try {
    before = readFileSync(path, 'utf8')
  } catch {
    mkdirSync(dirname(path), { recursive: true })
  }
  const after = edit(before ?? '')
  if (after === (before ?? '')) return null
  writeFileSync(path, after)
  execFileSync('git', ['add', '-A'], { cwd: folder })
  return () => (before === null ? rmSync(path) : writeFileSync(path, before))
}

/** Parts of names, where not all are to be planted. */
const names = process.argv.slice(2)
const planted = faults.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
)

const folder = copyOfHead()
let failed = false
const say = (name: string, red: string | null, want: boolean): void => {
  const good = want === (red !== null)
  failed ||= !good
  console.log(`${good ? '✓' : '✗'} ${name.padEnd(48)} red: ${red ?? 'none'}`)
}

say('nothing planted', await firstRed(folder), false)
for (const { asked } of planted) {
  if (asked !== undefined)
    say(`nothing planted: ${asked.file}`, await firstRed(folder, asked), false)
}
for (const fault of planted) {
  const restore = plant(folder, fault)
  if (restore === null) {
    failed = true
    console.log(`✗ ${fault.name.padEnd(48)} NOTHING PLANTED: the edit is stale`)
    continue
  }
  say(fault.name, await firstRed(folder, fault.asked), true)
  restore()
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ErrorCode, errors } from '@posthouse/contract/errors'

const gateway = resolve('apps/server/src/gateway')

const steps = [
  '1-authenticate',
  '2-parse',
  '3-route',
  '4-reserve',
  '5-forward',
  '6-settle',
  '7-record',
] as const

const heading = '## What a step refuses with'

/** docs/lifecycle.md, with the refusals that the code of each step names behind its last heading. */
export function lifecyclePage(before: string): string {
  const rows = steps.flatMap((step) => {
    const byStatus = Map.groupBy(refusalsOf(join(gateway, `${step}.ts`)), statusOf)
    return [...byStatus].map(
      ([status, codes]) =>
        `| ${step.replace('-', ' ')} | ${status} | ${codes.map((code) => `\`${code}\``).join(', ')} |`,
    )
  })
  return `${before.slice(0, before.indexOf(heading))}${heading}

Made from the code by \`npm run generate\`: what the file of the step names and what it calls outside of the other steps. Their texts are in
[errors.md](errors.md). A step that is not here refuses nothing.

| step | status | codes |
|---|--:|---|
${rows.join('\n')}
`
}

/** The codes named in a file and in its imports. The files that send refusals name them too, so they are left out. */
function refusalsOf(step: string): readonly ErrorCode[] {
  const files = new Set<string>()
  const waiting = [step]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    for (const imported of [...importsOf(file), ...computedFor(file)]) {
      if (!sendsRefusals(imported) && !isStep(imported)) waiting.push(imported)
    }
  }
  const named = new Set([...files].flatMap(codesIn))
  return [...named].toSorted((a, b) => statusOf(a) - statusOf(b) || (a < b ? -1 : 1))
}

const sendsRefusals = (file: string): boolean =>
  file.startsWith(`${gateway}/reply/`) || file === join(gateway, 'refuse.ts')

const statusOf = (code: ErrorCode): number => errors[code].status

const isStep = (file: string): boolean => steps.some((step) => file === join(gateway, `${step}.ts`))

const codesIn = (file: string): ErrorCode[] =>
  [...readFileSync(file, 'utf8').matchAll(/'([a-z.-]+)'/g)].map(([, text]) => text).filter(isCode)

const isCode = (text: string | undefined): text is ErrorCode => text !== undefined && text in errors

/** What a file has worked out off the loop, by its name in the table of computations. */
function computedFor(file: string): string[] {
  const table = join(gateway, '../codec/computations.ts')
  const names = [...readFileSync(file, 'utf8').matchAll(/\.compute\('(\w+)'/g)].map(
    ([, name]) => name,
  )
  const imports = readFileSync(table, 'utf8')
  return names
    .map((name) =>
      imports.match(new RegExp(`^import [^;]*?\\b${name}\\b[^;]*? from '(\\.[^']+)'`, 'm')),
    )
    .map((found) => resolve(dirname(table), found?.[1] ?? ''))
    .filter((path) => path.endsWith('.ts'))
}

/** Relative imports of values. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b)([^;]*?) from '(\.[^']+)'/gms)]
    .filter(([, names]) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names ?? ''))
    .map(([, , path]) => resolve(dirname(file), path ?? ''))
    .filter(existsSync)

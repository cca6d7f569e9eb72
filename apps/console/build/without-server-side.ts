import type { Plugin } from 'vite'

type Node = { readonly type: string; readonly start: number; readonly end: number }
type Name = Node & { readonly name?: string }
type Property = Node & { readonly key: Name; readonly value: Node }
type Import = Node & { readonly specifiers: readonly { readonly local: Name }[] }

/** Of a call, what only the server reads: who may call, what its API page says, what it checks. */
const ofTheServer: ReadonlySet<string> = new Set(['summary', 'access', 'params', 'query'])

/**
 * The table of calls as the console needs it: how to ask, and what comes back. That a call has a body is kept; what
 * the body may be, forms know by the schema's own name. Rules that no call names any more are not loaded with it.
 */
export const withoutServerSide = (): Plugin => ({
  name: 'without-server-side',
  transform(code, id) {
    if (!/packages\/contract\/src\/calls\/[\w-]+\.ts$/.test(id)) return null
    const calls = callsIn(this.parse(code))
    if (calls.length === 0) this.error(`${id} holds no calls any more`)
    const short = edited(code, calls.flat().flatMap(editOf))
    return { code: edited(short, unused(short, this.parse(short).body as Node[])), map: null }
  },
})

type Edit = { readonly start: number; readonly end: number; readonly text: string }

function editOf({ key, start, end, value }: Property): Edit[] {
  if (ofTheServer.has(key.name ?? '')) return [{ start, end, text: '' }]
  return key.name === 'body' ? [{ start: value.start, end: value.end, text: 'true' }] : []
}

/** Imports of which the rest of the code says no name. */
const unused = (code: string, statements: readonly Node[]): Edit[] =>
  statements.filter(isImport).flatMap(({ start, end, specifiers }) => {
    const rest = code.slice(0, start) + code.slice(end)
    const isUsed = specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest))
    return isUsed ? [] : [{ start, end, text: '' }]
  })

const isImport = (statement: Node): statement is Import => statement.type === 'ImportDeclaration'

const edited = (code: string, edits: readonly Edit[]): string =>
  edits.toSorted((one, other) => other.start - one.start).reduce(withEdit, code)

/** With the comma behind a property that goes. */
function withEdit(code: string, { start, end, text }: Edit): string {
  const rest = code.slice(end)
  return code.slice(0, start) + text + (text === '' ? rest.replace(/^\s*,/, '') : rest)
}

/** The properties of every object that has a method and a path. */
function callsIn(node: unknown): (readonly Property[])[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(callsIn)
  const { type, properties } = node as { type?: string; properties?: readonly Property[] }
  const own = type === 'ObjectExpression' ? (properties ?? []) : []
  const names = new Set(own.map(({ key }) => key?.name))
  if (names.has('method') && names.has('path')) return [own]
  return Object.values(node).flatMap(callsIn)
}

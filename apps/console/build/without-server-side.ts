import type { Plugin } from 'vite'

type Node = { readonly type: string; readonly start: number; readonly end: number }
type Property = Node & { readonly key: Node & { name?: string }; readonly value: Node }

/** Of a call, what only the server reads: who may call, what its API page says, what it checks. */
const ofTheServer: ReadonlySet<string> = new Set(['summary', 'access', 'params', 'query'])

/**
 * The table of calls as the console needs it: how to ask, and what comes back. That a call has a body is kept; what
 * the body may be, forms know by the schema's own name.
 */
export const withoutServerSide = (): Plugin => ({
  name: 'without-server-side',
  transform(code, id) {
    if (!/packages\/contract\/src\/calls\/[\w-]+\.ts$/.test(id)) return null
    const calls = callsIn(this.parse(code))
    if (calls.length === 0) this.error(`${id} holds no calls any more`)
    const edits = calls
      .flat()
      .flatMap(({ key, start, end, value }) => {
        if (ofTheServer.has(key.name ?? '')) return [{ start, end, text: '' }]
        return key.name === 'body' ? [{ start: value.start, end: value.end, text: 'true' }] : []
      })
      .toSorted((one, other) => other.start - one.start)
    return { code: edits.reduce(withEdit, code), map: null }
  },
})

type Edit = { readonly start: number; readonly end: number; readonly text: string }

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

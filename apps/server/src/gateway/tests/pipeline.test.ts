import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const here = new URL('..', import.meta.url)
const steps = readdirSync(here)
  .filter((name) => /^\d-[a-z]+\.ts$/.test(name))
  .toSorted()
  .map((name) => name.slice(2, -3))

describe('the seven steps', () => {
  it('are called in the order of their files, and nothing else is', () => {
    const source = readFileSync(new URL('pipeline.ts', here), 'utf8')
    const body = source.slice(source.indexOf('  try {'), source.indexOf('  } catch'))
    const calls = [...body.matchAll(/\b([\w.?]+)\(/g)].map(([, name]) => name)
    expect(steps).toHaveLength(7)
    expect(calls).toEqual(steps)
  })

  it('are the ones of docs/lifecycle.md, in its order', () => {
    const page = new URL('../../../../../docs/lifecycle.md', import.meta.url)
    const text = readFileSync(page, 'utf8')
    const places = steps.map((step) => text.search(new RegExp(`\\b${step}\\b`)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })
})

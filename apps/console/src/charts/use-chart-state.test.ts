import { expect, test } from 'vitest'
import { readChart, writeChart } from './use-chart-state.ts'

const defaults = { preset: '7d', by: 'model', measure: 'spend' } as const
const read = (text: string) => readChart(new URLSearchParams(text), defaults)
const write = (text: string, change: Parameters<typeof writeChart>[1]) =>
  writeChart(new URLSearchParams(text), change, defaults).toString()

test('an address that says nothing is the default, and so is one that makes no sense', () => {
  expect(read('').choice).toEqual({ preset: '7d' })
  expect(read('range=2y&from=9&to=3&zone=Moon').choice).toEqual({ preset: '7d' })
  expect(read('from=x&to=9').choice).toEqual({ preset: '7d' })
  expect(read('zone=Moon').zone).toBe(read('').zone)
})

test('what is written is read again', () => {
  const change = {
    choice: { from: 100, to: 200 },
    zone: 'Asia/Kolkata',
    compare: true,
    by: 'token',
    measure: 'requests',
    asTable: true,
    legend: '-spend',
  }
  expect(read(write('range=24h&row=5', change))).toEqual(change)
})

test('defaults leave the address, and what others own stays', () => {
  expect(write('row=5&from=1&to=2&compare=1', { choice: { preset: '7d' }, compare: false })).toBe(
    'row=5',
  )
  expect(write('row=5', { choice: { preset: '24h' } })).toBe('row=5&range=24h')
})

import { expect, test } from 'vitest'
import { type Brush, lineAt, moved, nearestPlace, stretchOf } from './brush.ts'

const press = (start: Brush | null, keys: string): Brush | null =>
  keys.split(' ').reduce<Brush | null>((brush, name) => {
    const shiftKey = name.startsWith('^')
    return moved(brush, { key: name.replace('^', ''), shiftKey }, 5)
  }, start)

test('arrows move a step and stop at the ends', () => {
  expect(press(null, 'ArrowRight')).toEqual({ anchor: 0, cursor: 0 })
  expect(press(null, 'ArrowRight ArrowRight ArrowRight')).toEqual({ anchor: 2, cursor: 2 })
  expect(press(null, 'End ArrowRight')).toEqual({ anchor: 4, cursor: 4 })
  expect(press(null, 'End Home ArrowLeft')).toEqual({ anchor: 0, cursor: 0 })
})

test('Shift stretches in both directions, and a bare arrow lets go', () => {
  const taken = press(null, 'ArrowRight ArrowRight ^ArrowRight ^ArrowRight')
  expect(taken).toEqual({ anchor: 1, cursor: 3 })
  expect(stretchOf(press(taken, '^Home') ?? expect.fail('gone'))).toEqual({ from: 0, to: 1 })
  expect(press(taken, 'ArrowLeft')).toEqual({ anchor: 2, cursor: 2 })
})

test('other keys lead nowhere, and nowhere is where an empty chart leads', () => {
  expect(moved(null, { key: 'Tab', shiftKey: false }, 5)).toBeNull()
  expect(moved(null, { key: 'ArrowRight', shiftKey: false }, 0)).toBeNull()
})

test('a click means the nearest step, and the part of the stack that it hits', () => {
  expect(nearestPlace([0, 10, 20], 14)).toBe(1)
  expect(nearestPlace([0, 10, 20], 99)).toBe(2)
  const line = (key: string, value: number) => ({ key, name: key, values: [value], total: value })
  const lines = [line('a', 10), line('none', 0), line('b', 30), line('', 20)]
  const at = (value: number) => lineAt(lines, 0, value)
  expect(at(0)).toBe('a')
  expect(at(9)).toBe('a')
  expect(at(26)).toBe('b')
  expect(at(55)).toBeNull()
  expect(at(61)).toBeNull()
})

import { headerRows, mappingRows } from '@posthouse/contract/channel-rows'
import { expect, it } from 'vitest'
import { formattedJson, jsonOfRows, rowFaults, rowsOfJson } from './json-rows.ts'

it('shows an object of texts as rows and stores it again', () => {
  const rows = rowsOfJson('{"gpt-5":"deepseek-chat","a":"b"}')
  expect(rows).toEqual([
    { from: 'gpt-5', to: 'deepseek-chat' },
    { from: 'a', to: 'b' },
  ])
  expect(jsonOfRows(rows ?? [])).toBe('{"gpt-5":"deepseek-chat","a":"b"}')
})

it('leaves to code what rows cannot show', () => {
  expect(rowsOfJson('{"a":1}')).toBeUndefined()
  expect(rowsOfJson('[1]')).toBeUndefined()
  expect(rowsOfJson('{')).toBeUndefined()
  expect(rowsOfJson('{"a":"1","a":"2"}')).toBeUndefined()
  expect(rowsOfJson('  ')).toEqual([])
})

it('loses nothing of rows whose name is missing or there twice, and tells at which row', () => {
  const rows = [
    { from: 'b', to: '1' },
    { from: ' ', to: 'x' },
    { from: '', to: ' ' },
    { from: '7', to: '2' },
    { from: 'b ', to: '3' },
  ]
  expect(jsonOfRows(rows)).toBe('{"b":"1","":"x","7":"2","b":"3"}')
  expect(rowFaults(rows, mappingRows)).toEqual([
    {},
    { from: 'field.required' },
    {},
    {},
    { from: 'field.twice' },
  ])
  expect(jsonOfRows([{ from: ' ', to: '' }])).toBe('')
})

it('tells at its row what no supplier is sent', () => {
  const headers = [
    { from: 'X-A', to: '' },
    { from: 'x-a', to: 'é•' },
    { from: 'Host', to: 'x' },
    { from: 'a b', to: 'x\ny' },
  ]
  expect(rowFaults(headers, headerRows)).toEqual([
    {},
    { from: 'field.twice' },
    { from: 'field.header-reserved' },
    { from: 'field.header-name', to: 'field.header-value' },
  ])
  const mapping = [
    { from: 'a', to: '' },
    { from: 'A', to: '+' },
    { from: 'b'.repeat(201), to: `+${'c'.repeat(200)}` },
    { from: 'd', to: `e\0` },
  ]
  expect(rowFaults(mapping, mappingRows)).toEqual([
    { to: 'field.required' },
    { to: 'field.required' },
    { from: 'field.too-long 200' },
    { to: 'field.characters' },
  ])
})

it('indents JSON and leaves alone what is none', () => {
  expect(formattedJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(formattedJson('{"a":')).toBe('{"a":')
})

import { expect, it } from 'vitest'
import { csvText } from './csv-text.ts'

it('writes figures by step, and nothing that a spreadsheet would run', () => {
  const columns = [
    { name: '=1+1', values: [1, null] },
    { name: 'a "b", c', values: [0.5, 2] },
  ]
  expect(csvText('Time', ['2026-01-01', '2026-01-02'], columns)).toBe(
    '\uFEFFTime,\'=1+1,"a ""b"", c"\r\n2026-01-01,1,0.5\r\n2026-01-02,,2\r\n',
  )
})

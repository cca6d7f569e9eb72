import { TokenQuery } from '@posthouse/contract/token'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ListSpec, nextOrder, readList, writeList } from './list-state.ts'

const spec: ListSpec<'keyword' | 'status'> = {
  table: 'token',
  filters: ['keyword', 'status'],
  query: TokenQuery,
  sorts: ['id', 'name'],
  defaultOrder: '-id',
}
const read = (query: string) => readList(spec, new URLSearchParams(query), 20)

describe('readList', () => {
  it('gives defaults for an empty address', () => {
    expect(read('')).toEqual({
      page: 1,
      size: 20,
      cursor: {},
      order: '-id',
      filters: { keyword: '', status: '' },
      row: '',
    })
  })

  it('does not pass on what the server would refuse', () => {
    expect(read('page=-3&size=7&order=password')).toMatchObject({ page: 1, size: 10, order: '-id' })
    expect(read('page=1e9x')).toMatchObject({ page: 1 })
    expect(read(`keyword=${'k'.repeat(65)}&status=enabled`).filters).toEqual(read('').filters)
    expect(read(`keyword=${'k'.repeat(64)}&status=2`).filters).not.toEqual(read('').filters)
    expect(read('keyword=a%00b').filters).toEqual(read('').filters)
  })

  it('reads what was written', () => {
    const change = { page: 3, size: 50, order: 'name', filters: { keyword: 'a b', status: '1' } }
    const query = writeList(spec, new URLSearchParams(), change, 10)
    expect(readList(spec, query, 10)).toMatchObject(change)
  })

  it('shows the same rows where another size is remembered', () => {
    const query = writeList(spec, new URLSearchParams(), { page: 2 }, 50)
    expect(readList(spec, query, 20)).toMatchObject({ page: 2, size: 50 })
    const standard = writeList(spec, new URLSearchParams('size=50'), { size: 10, page: 3 }, 50)
    expect(readList(spec, standard, 10)).toMatchObject({ page: 3, size: 10 })
  })
})

describe('writeList', () => {
  it('leaves defaults out and keeps what belongs to others', () => {
    const query = writeList(
      spec,
      new URLSearchParams('tab=x&order=name&page=4'),
      { order: '-id' },
      10,
    )
    expect(query.toString()).toBe('tab=x')
  })

  it('starts a new question at page 1', () => {
    const query = writeList(spec, new URLSearchParams('page=4'), { filters: { keyword: 'q' } }, 10)
    expect(query.toString()).toBe('keyword=q')
  })

  it('keeps the question when a row opens', () => {
    const query = writeList(spec, new URLSearchParams('page=4&panel=charge'), { row: '7' }, 10)
    expect(query.toString()).toBe('page=4&row=7&size=10')
  })
})

describe('a list by key set', () => {
  const log: ListSpec<'model'> = {
    table: 'log',
    filters: ['model'],
    query: z.object({ model: z.string() }),
    sorts: ['created_at'],
    defaultOrder: '-created_at',
    paging: 'cursor',
  }
  const cursorOf = (query: string) => readList(log, new URLSearchParams(query), 10).cursor

  it('reads one cursor, and none that is no id', () => {
    expect(cursorOf('before_id=7')).toEqual({ before: 7 })
    expect(cursorOf('before_id=7&after_id=9')).toEqual({ after: 9 })
    expect(cursorOf('before_id=-7&after_id=x')).toEqual({})
    expect(readList(spec, new URLSearchParams('before_id=7'), 10).cursor).toEqual({})
  })

  it('goes from one cursor to the other with its size, and back to the start with a new question', () => {
    const older = writeList(log, new URLSearchParams('model=x'), { cursor: { before: 7 } }, 20)
    expect(older.toString()).toBe('model=x&before_id=7&size=20')
    const newer = writeList(log, older, { cursor: { after: 9 } }, 20)
    expect(newer.toString()).toBe('model=x&size=20&after_id=9')
    expect(writeList(log, newer, { filters: { model: '' } }, 20).toString()).toBe('size=20')
  })
})

describe('nextOrder', () => {
  it('goes round', () => {
    expect(nextOrder('-id', 'name', '-id')).toBe('name')
    expect(nextOrder('name', 'name', '-id')).toBe('-name')
    expect(nextOrder('-name', 'name', '-id')).toBe('-id')
    expect(nextOrder('-id', 'id', '-id')).toBe('id')
  })
})

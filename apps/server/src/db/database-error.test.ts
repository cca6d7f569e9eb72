import { describe, expect, test } from 'vitest'
import { DatabaseError, isUnavailable, isUniqueViolation, plainError } from './database-error.ts'

const coded = (code: string): Error => Object.assign(new Error('message'), { code })

describe('errors of a database', () => {
  test.each(['SQLITE_BUSY', 'SQLITE_FULL', 'ECONNREFUSED', '57P01', '08006', '53300', '40P01'])(
    '%s: it is away',
    (code) => expect(isUnavailable(coded(code))).toBe(true),
  )

  test.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', '23505', '42703', '22003'])(
    '%s: the statement is wrong, and will be again',
    (code) => expect(isUnavailable(coded(code))).toBe(false),
  )

  test('a bug is neither', () => {
    expect(isUnavailable(new TypeError('x is undefined'))).toBe(false)
    expect(isUniqueViolation(new TypeError('x is undefined'))).toBe(false)
    expect(isUnavailable(undefined)).toBe(false)
  })

  test('a lost connection without a code', () => {
    expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
    expect(isUnavailable(new Error('Query read timeout'))).toBe(true)
  })

  test('SQLite numbers cross threads as names', () => {
    const nameOf = (errcode: number): string => plainError({ errcode, message: '' }).code
    expect([2067, 1555, 5, 261, 13, 3338, 1].map(nameOf)).toEqual([
      'SQLITE_CONSTRAINT_UNIQUE',
      'SQLITE_CONSTRAINT_PRIMARYKEY',
      'SQLITE_BUSY',
      'SQLITE_BUSY',
      'SQLITE_FULL',
      'SQLITE_IOERR',
      'SQLITE_ERROR',
    ])
    expect(plainError(new DatabaseError('DATABASE_IN_USE', 'text'))).toEqual({
      code: 'DATABASE_IN_USE',
      message: 'text',
    })
  })
})

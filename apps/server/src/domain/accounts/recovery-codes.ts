import { randomInt } from 'node:crypto'
import { sha256 } from '../../lib/ids.ts'

const codesAtOnce = 10
/** Nothing that reads like something else. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const length = 16

/** Long enough (79 bits) that a hash without salt or cost cannot be tried out. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: codesAtOnce }, newCode)

const newCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

/** Written in any way: with or without dashes, in capitals or not. */
export const isRecoveryCode = (code: string): boolean => plain(code).length === length

export const recoveryHash = (userId: bigint, code: string): string =>
  sha256(`${userId}:${plain(code)}`)

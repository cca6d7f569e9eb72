import { randomInt } from 'node:crypto'
import { sha256 } from '../../lib/ids.ts'

const codesAtOnce = 10
/** Without characters that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const length = 16

/** 79 bits, so that a plain hash cannot be brute-forced. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: codesAtOnce }, newCode)

const newCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

/** Ignores dashes and case. */
export const isRecoveryCode = (code: string): boolean => plain(code).length === length

export const recoveryHash = (userId: bigint, code: string): string =>
  sha256(`${userId}:${plain(code)}`)

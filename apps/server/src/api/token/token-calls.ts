import { tokens } from '../../domain/tokens/token-noun.ts'
import type { Handler } from '../call.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { exportOf } from '../noun/export-of.ts'
import { tokenColumns } from './token-columns.ts'
import { tokensOut } from './token-out.ts'

/* What follows from the noun. Every other call of tokens is a file of its own. */

export const listTokens: Handler<'listTokens'> = listOf(tokens, tokensOut)

export const getToken: Handler<'getToken'> = getOf(tokens, tokensOut)

export const exportTokens: Handler<'exportTokens'> = exportOf(tokens, tokenColumns)

export const changeTokens: Handler<'changeTokens'> = changeManyOf(
  tokens,
  ({ status }: { status?: number | undefined }) =>
    status === undefined ? {} : { status: BigInt(status) },
)

export const deleteToken: Handler<'deleteToken'> = deleteOf(tokens)

export const deleteTokens: Handler<'deleteTokens'> = deleteManyOf(tokens)

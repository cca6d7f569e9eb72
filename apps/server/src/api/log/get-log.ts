import { isAdministrator } from '../../domain/accounts/account.ts'
import type { Handler } from '../call.ts'
import { logOut } from './log-out.ts'
import { visibleRow } from './visible-row.ts'

export const getLog: Handler<'getLog'> = async ({ params }, call) =>
  logOut(await visibleRow(params.id, call), {
    administrator: isAdministrator(call.caller),
    language: call.language,
  })

import type { Handler } from '../call.ts'
import { selfOut } from './user-out.ts'

export const getSelf: Handler<'getSelf'> = (_input, { caller, parts }) => selfOut(caller, parts)

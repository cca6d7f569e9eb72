import { Refusal } from '@posthouse/contract/refusal'
import { type Account, isRoot } from './account.ts'

type Person = Pick<Account, 'id' | 'role'>

/**
 * Why the caller may not change an account, or null. Accounts of the same or a higher level cannot be changed, so the last super
 * administrator is never removed, disabled or demoted. One's own account is changed in the profile.
 */
export function lockOf(caller: Person, target: Person): 'own' | 'level' | null {
  if (caller.id === target.id) return 'own'
  return target.role >= caller.role ? 'level' : null
}

/** Super administrators may adjust every balance, including their own. */
export const mayAdjust = (caller: Person, target: Person): boolean =>
  isRoot(caller) || lockOf(caller, target) === null

export function requireMayChange(caller: Person, target: Person): void {
  const lock = lockOf(caller, target)
  if (lock !== null) throw new Refusal(lock === 'own' ? 'user.own' : 'user.level', {})
}

export function requireMayAdjust(caller: Person, target: Person): void {
  if (!mayAdjust(caller, target)) throw new Refusal('user.level', {})
}

import { areGroups } from '../../domain/groups/group.ts'
import type { SignedCall } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'

/** Refuses groups that do not exist: a channel of such a group would serve nobody. */
export function requireGroups(
  symbols: readonly string[],
  { parts, language }: Pick<SignedCall, 'parts' | 'language'>,
): void {
  if (!areGroups(parts.snapshot.get().groups, symbols)) {
    throw refusedFields({ group: 'group.unknown' }, language)
  }
}

import { areGroups } from '../../domain/groups/group.ts'
import type { SignedCall } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'

/** Throws where a channel is to serve a group that does not exist: nobody would be served by it. */
export function requireGroups(
  symbols: readonly string[],
  { parts, language }: Pick<SignedCall, 'parts' | 'language'>,
): void {
  if (!areGroups(parts.snapshot.get().groups, symbols)) {
    throw refusedFields({ group: 'group.unknown' }, language)
  }
}

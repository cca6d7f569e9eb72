import type { FieldMessage } from './refusals/field-messages.ts'

/** For a schema of one field: its own words where nothing is there. What is of another kind is told as that. */
export const whenMissing =
  (message: FieldMessage) =>
  ({ input }: { readonly input?: unknown }): string | undefined =>
    input == null || Number.isNaN(input) ? message : undefined

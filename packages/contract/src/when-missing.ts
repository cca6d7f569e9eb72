import type { FieldMessage } from './refusals/field-messages.ts'

/** For a field's schema: the message when no value is given. A value of the wrong type gets the usual message. */
export const whenMissing =
  (message: FieldMessage) =>
  ({ input }: { readonly input?: unknown }): string | undefined =>
    input == null || Number.isNaN(input) ? message : undefined

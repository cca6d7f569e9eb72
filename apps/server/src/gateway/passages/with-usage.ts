import type { DialectName } from '@posthouse/llm/dialect'
import type { Fields } from '@posthouse/llm/parts/fields'
import { editFields } from '../../upstream/body-edit.ts'
import { bufferOf } from '../off-loop/buffer-of.ts'

/** A whole answer, and its usage as it is told. */
export type Counted = {
  readonly body: Uint8Array
  readonly dialect: DialectName
  readonly usage: Fields
}

/** The answer with other usage; every other byte stays as it was. */
export const withUsage = ({ body, dialect, usage }: Counted): Uint8Array =>
  editFields(
    bufferOf(body),
    dialect === 'gemini'
      ? // Every name has two spellings; one of them is there.
        new Map([
          ['usageMetadata', JSON.stringify(usage)],
          ['usage_metadata', null],
        ])
      : new Map([['usage', JSON.stringify(usage)]]),
  )

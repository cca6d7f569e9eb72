import { faultText } from '@posthouse/contract/field-messages'
import { contractLanguage } from '../../i18n/index.ts'

/**
 * The words under a field. Forms keep the key of a contract message, so that a change of language
 * changes the words; a refusal of the server is text already.
 */
export const fieldText = (message: string, written?: (bound: number) => string): string =>
  faultText(message, contractLanguage(), written)

/** The first message in an error, which for lists and records lies deeper. */
export function firstMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const [key, inner] of Object.entries(error)) {
    const found = key === 'ref' ? '' : firstMessage(inner)
    if (found !== '') return found
  }
  return ''
}

import { faultOfField, faultText } from '@posthouse/contract/field-messages'
import { contractLanguage } from '../../i18n/index.ts'

/**
 * The words under a field, which name it as its label does. Forms keep the key of a contract message, so that
 * a change of language changes the words; a refusal of the server is text already.
 */
export function fieldText(
  message: string,
  label: string,
  written?: (bound: number) => string,
): string {
  const language = contractLanguage()
  const text = faultText(message, language, written)
  const isOfOneField = text !== message && !message.startsWith('field.')
  const isNamed = isOfOneField || text.toLowerCase().includes(label.toLowerCase())
  return isNamed || text === '' ? text : faultOfField(label, text, language)
}

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

import { randomHex } from '../../lib/ids.ts'

export const newResponseId = (): string => `resp_${randomHex(24)}`

export const newConversationId = (): string => `conv_${randomHex(24)}`

/** Form of our ids. Other text from clients may be invalid for a database. */
export const isId = (text: string): boolean => /^[\w.:-]{1,256}$/.test(text)

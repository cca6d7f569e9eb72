import { randomHex } from '../../lib/ids.ts'

export const newResponseId = (): string => `resp_${randomHex(24)}`

export const newConversationId = (): string => `conv_${randomHex(24)}`

/** The form of an id here. Databases refuse some of what else a client may send. */
export const isId = (text: string): boolean => /^[\w.:-]{1,256}$/.test(text)

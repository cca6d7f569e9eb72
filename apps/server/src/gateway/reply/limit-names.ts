import { phrase, type Phrase } from '@posthouse/contract/phrases'

export const tokenNamed = (name: string): Phrase => phrase('token "{name}"', { name })

export const groupNamed = (name: string): Phrase => phrase('group "{name}"', { name })

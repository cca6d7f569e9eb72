import type { Phrase } from '@posthouse/contract/errors'

export const tokenNamed = (name: string): Phrase => ({ zh: `令牌“${name}”`, en: `token "${name}"` })

export const groupNamed = (name: string): Phrase => ({ zh: `分组“${name}”`, en: `group "${name}"` })

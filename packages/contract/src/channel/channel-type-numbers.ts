/* In a file of their own, because every page checks a number but few need the suppliers' data. */

/**
 * Channel types by the product family's numbers. Ours start at 900, above all numbers of the family, and are assigned
 * in order.
 * Services that closed have no entry: 11, 23 and 49, GitHub Models
 * (https://github.com/orgs/community/discussions/203602).
 */
const channelTypeNumbers = [
  1, 3, 8, 14, 15, 16, 17, 18, 19, 20, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 39, 40, 41,
  42, 45, 47, 53, 54, 55, 56, 900, 901, 902, 903, 904, 905, 906, 907, 908, 909, 910, 911, 912, 913,
  914, 915, 916, 917, 918, 919,
] as const

export type ChannelTypeNumber = (typeof channelTypeNumbers)[number]

export const isChannelType = (number: number): number is ChannelTypeNumber =>
  channelTypeNumbers.some((known) => known === number)

export const openAiType = 1 satisfies ChannelTypeNumber
export const openAiCompatibleType = 8 satisfies ChannelTypeNumber

export const sandboxType = 900 satisfies ChannelTypeNumber

/** Its keys have their own format. */
export const bedrockType = 32 satisfies ChannelTypeNumber

/** Its keys are service accounts, and its `other` is a region and a project. */
export const vertexType = 42 satisfies ChannelTypeNumber

/** Its keys are `ACCESS_KEY|SECRET_KEY`. */
export const klingType = 53 satisfies ChannelTypeNumber

/** Types with the Gemini format and Gemini API keys. */
export const geminiTypes = [25, 902] as const satisfies readonly ChannelTypeNumber[]

/** Types that can report the balance of a key. */
export const balanceTypes = [
  1, 8, 20, 28, 29, 45, 908, 910, 916,
] as const satisfies readonly ChannelTypeNumber[]

/** Its keys start with the account id. */
export const cloudflareType = 35 satisfies ChannelTypeNumber

/*
 * Apart from what is known of each supplier: every page checks a number, and few need the rest.
 */

/** Suppliers that a channel can be of, by the product family's numbers; ours begin at 900. */
const channelTypeNumbers = [
  1, 3, 8, 14, 20, 25, 28, 29, 30, 31, 32, 39, 45, 55, 56, 900, 901, 902,
] as const

export type ChannelTypeNumber = (typeof channelTypeNumbers)[number]

export const isChannelType = (number: number): number is ChannelTypeNumber =>
  channelTypeNumbers.some((known) => known === number)

export const sandboxType = 900 satisfies ChannelTypeNumber

/** Its keys have a form of their own. */
export const bedrockType = 32 satisfies ChannelTypeNumber

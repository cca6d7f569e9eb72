import { openAiType } from './channel-type-numbers.ts'

/** `api.openai.com` and its regions: https://platform.openai.com/docs/guides/your-data. */
const ownHost = /^(?:[a-z]{2}\.)?api\.openai\.com$/

export function isOpenAiAddress(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && ownHost.test(hostname)
}

/** Whether a channel has the type OpenAI but another provider's address. */
export const isForeignOpenAi = (channel: {
  readonly type: number
  readonly base_url: string
}): boolean => channel.type === openAiType && !isOpenAiAddress(channel.base_url)

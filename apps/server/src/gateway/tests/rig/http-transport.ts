import type { Transport } from '../../../upstream/transport/transport.ts'
import { undiciTransport } from '../../../upstream/transport/undici-transport.ts'

export const openAiAddress = 'https://api.openai.com'

/** Calls a server of the test in place of OpenAI's own address, where one is given. */
export function httpTransport(openAi: string | undefined): Transport {
  const transport = undiciTransport()
  if (openAi === undefined) return transport
  return {
    ...transport,
    open: (request) => {
      const { origin, pathname, search } = request.url
      const url = origin === openAiAddress ? new URL(`${pathname}${search}`, openAi) : request.url
      return transport.open({ ...request, url })
    },
  }
}

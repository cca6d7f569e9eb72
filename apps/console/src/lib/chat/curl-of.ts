import type { ChatRequest } from './request-of.ts'

/** Where the key belongs; whoever copies the command has it. */
const keyPlace = '$POSTHOUSE_API_KEY'

/** The request as this page would send it, for a shell. */
export const curlOf = (request: ChatRequest, server: string): string =>
  [
    `curl ${server}/v1/chat/completions`,
    `  -H "Authorization: Bearer ${keyPlace}"`,
    '  -H "Content-Type: application/json"',
    `  -d '${JSON.stringify({ ...request, stream: true }, null, 2).replaceAll("'", String.raw`'\''`)}'`,
  ].join(' \\\n')

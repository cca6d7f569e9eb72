import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/* An MCP server of one tool, which delivers a letter: https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#stdio */

const deliver = {
  name: 'deliver',
  description: 'Delivers a letter.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, text: { type: 'string' } },
    required: ['path', 'text'],
  },
}

type Asked = {
  readonly id?: number | string
  readonly method: string
  readonly params?: {
    readonly protocolVersion?: string
    readonly arguments?: { readonly path: string; readonly text: string }
  }
}

function answerTo({ method, params }: Asked): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'letters', version: '1.0.0' },
      }
    case 'tools/list':
      return { tools: [deliver] }
    case 'tools/call': {
      const { path = '', text = '' } = params?.arguments ?? {}
      writeFileSync(path, text)
      return { content: [{ type: 'text', text: 'Delivered.' }] }
    }
    default:
      return {}
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Asked
  if (asked.id !== undefined) {
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: answerTo(asked) })}\n`,
    )
  }
}

import { type Cassette, conformance } from '../../conformance/conformance.ts'
import { anthropicMessages } from './dialect.ts'

const names = [
  'answers-in-one-piece',
  'answers-with-reasoning',
  'breaks-off',
  'fails-in-the-stream',
  'streams-a-refusal',
  'streams-parallel-tool-use',
  'streams-redacted-thinking',
  'streams-text',
  'streams-thinking',
  'streams-thinking-then-tool-use',
  'streams-tool-use',
  'streams-web-search',
]

const cassettes: Record<string, Cassette> = {}
for (const name of names) {
  const place = `../../../cassettes/anthropic-messages/${name}.json`
  const file: { default: Cassette } = await import(/* @vite-ignore */ place, {
    with: { type: 'json' },
  })
  cassettes[name] = file.default
}

conformance(anthropicMessages, cassettes)

import { type Cassette, conformance } from '../../conformance/conformance.ts'
import { openAiChat } from './protocol.ts'

const names = [
  'answers-in-one-piece',
  'breaks-off',
  'fails-in-the-stream',
  'streams-parallel-tool-calls',
  'streams-reasoning-and-refusal',
  'streams-text',
]

const cassettes: Record<string, Cassette> = {}
for (const name of names) {
  const place = `../../../cassettes/openai-chat/${name}.json`
  const file: { default: Cassette } = await import(/* @vite-ignore */ place, {
    with: { type: 'json' },
  })
  cassettes[name] = file.default
}

conformance(openAiChat, cassettes)

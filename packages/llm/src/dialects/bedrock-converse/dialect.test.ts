import { type Cassette, readingConformance } from '../../conformance/conformance.ts'
import { messageWire } from '../../testing/message-wire.ts'
import { bedrockConverse } from './dialect.ts'

const names = [
  'answers-in-one-piece',
  'breaks-off',
  'fails-in-the-stream',
  'stops-at-the-limit',
  'streams-text',
  'streams-thinking',
  'streams-tool-use',
]

const cassettes: Record<string, Cassette> = {}
for (const name of names) {
  const place = `../../../cassettes/bedrock-converse/${name}.json`
  const file: { default: Cassette } = await import(/* @vite-ignore */ place, {
    with: { type: 'json' },
  })
  cassettes[name] = file.default
}

readingConformance(bedrockConverse, cassettes, messageWire)

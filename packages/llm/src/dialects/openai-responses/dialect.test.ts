import { type Cassette, conformance } from '../../conformance/conformance.ts'
import { openAiResponses } from './dialect.ts'

const names = [
  'answers-in-one-piece',
  'answers-structured',
  'azure-answers-with-filters',
  'begins-with-an-error',
  'breaks-off',
  'ends-with-an-error',
  'fails-in-the-stream',
  'stops-at-the-limit',
  'streams-function-call',
  'streams-logprobs-and-citations',
  'streams-parallel-calls',
  'streams-reasoning',
  'streams-refusal',
  'streams-silent-reasoning',
  'streams-text',
  'streams-without-deltas',
]

const cassettes: Record<string, Cassette> = {}
for (const name of names) {
  const place = `../../../cassettes/openai-responses/${name}.json`
  const file: { default: Cassette } = await import(/* @vite-ignore */ place, {
    with: { type: 'json' },
  })
  cassettes[name] = file.default
}

conformance(openAiResponses, cassettes)

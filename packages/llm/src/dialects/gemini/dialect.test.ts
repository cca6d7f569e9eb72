import { type Cassette, conformance } from '../../conformance/conformance.ts'
import { gemini } from './dialect.ts'

const names = [
  'answers-in-one-piece',
  'blocks-the-prompt',
  'breaks-off',
  'draws-a-picture',
  'fails-in-a-frame',
  'fails-in-the-stream',
  'names-its-sources',
  'reaches-the-limit',
  'reports-cache-reasoning-and-tier',
  'signs-the-end-of-its-text',
  'speaks',
  'stops-for-safety',
  'streams-parallel-calls',
  'streams-text',
  'streams-reasoning-and-a-signed-call',
  'tells-its-odds',
]

const cassettes: Record<string, Cassette> = {}
for (const name of names) {
  const place = `../../../cassettes/gemini/${name}.json`
  const file: { default: Cassette } = await import(/* @vite-ignore */ place, {
    with: { type: 'json' },
  })
  cassettes[name] = file.default
}

conformance(gemini, cassettes)

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert as check, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../dialects/anthropic-messages/dialect.ts'
import { gemini } from '../dialects/gemini/dialect.ts'
import { openAiChat } from '../dialects/openai-chat/dialect.ts'
import { openAiResponses } from '../dialects/openai-responses/dialect.ts'
import { bedrockConverse } from '../dialects/bedrock-converse/dialect.ts'
import type { SupplierDialectShape } from '../operations/dialect-shape.ts'
import { messageWire } from '../testing/message-wire.ts'
import { type Cassette, readStream, recut, textWire } from './conformance.ts'

const sizes = array(integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 })

/** Whatever a network makes of a recorded stream, also in the middle of a character. */
function meansTheSame<Read>(dialect: SupplierDialectShape<Read>, wire = textWire): void {
  const folder = join(import.meta.dirname, '../../cassettes', dialect.id)
  const streams = readdirSync(folder).flatMap((name): [string, readonly string[]][] => {
    const cassette: Cassette = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return cassette.frames === undefined ? [] : [[name, cassette.frames]]
  })
  describe(dialect.id, () => {
    it.each(streams)('%s means the same in any reads', (_, frames) => {
      const bytes = wire.bytes(frames)
      const events = readStream(dialect, frames)
      check(
        property(sizes, (reads) => {
          expect(readStream(dialect, recut(bytes, reads, wire.cutter()))).toEqual(events)
        }),
        { numRuns: 40 },
      )
    })
  })
}

meansTheSame(anthropicMessages)
meansTheSame(gemini)
meansTheSame(openAiChat)
meansTheSame(openAiResponses)
meansTheSame(bedrockConverse, messageWire)

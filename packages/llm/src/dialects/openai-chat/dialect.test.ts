import { readdirSync, readFileSync } from 'node:fs'
import { type Cassette, conformance } from '../../conformance/conformance.ts'
import { openAiChat } from './dialect.ts'

const folder = new URL('../../../cassettes/openai-chat/', import.meta.url)

const cassettes: Record<string, Cassette> = {}
for (const file of readdirSync(folder).toSorted()) {
  cassettes[file.replace('.json', '')] = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
}

conformance(openAiChat, cassettes)

import { geminiSurface } from './gemini.ts'
import type { Surface } from './surface.ts'

const shared = { ...geminiSurface, operation: 'embed' } as const

/** Gemini's `embedContent`: one content, one vector. */
export const geminiEmbeddingSurface: Surface = { ...shared, name: 'gemini-embedding', single: true }

/** Gemini's `batchEmbedContents`: as many vectors as requests. */
export const geminiEmbeddingsSurface: Surface = { ...shared, name: 'gemini-embeddings' }

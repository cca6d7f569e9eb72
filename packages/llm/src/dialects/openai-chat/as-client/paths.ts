import type { Paths } from '../../dialect-shape.ts'

/** https://platform.openai.com/docs/api-reference */
export const paths: Paths = {
  chat: () => '/chat/completions',
  completions: () => '/completions',
  embed: () => '/embeddings',
  image: () => '/images/generations',
  edit: () => '/images/edits',
  vary: () => '/images/variations',
  moderate: () => '/moderations',
  rerank: () => '/rerank',
  speech: () => '/audio/speech',
  video: () => '/videos',
  draw: () => '/mj',
  music: () => '/suno',
  transcribe: () => '/audio/transcriptions',
  translate: () => '/audio/translations',
}

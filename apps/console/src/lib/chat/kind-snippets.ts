import type { CatalogueModel } from '@posthouse/contract/catalogue'
import {
  embeddingSnippets,
  imageSnippets,
  type Snippet,
  type SnippetFacts,
  snippets,
} from './snippets.ts'

type Snippets = readonly [Snippet, ...Snippet[]]

/** A call in the terminal, in Python and in TypeScript. */
const threeOf = (
  curl: (facts: SnippetFacts) => string,
  python: string,
  typescript: string,
): Snippets => [
  { id: 'curl', name: 'curl', blocks: [{ make: curl }] },
  {
    id: 'python',
    name: 'Python',
    blocks: [{ make: (facts) => filled(pythonClient, python, facts) }],
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    blocks: [{ make: (facts) => filled(typescriptClient, typescript, facts) }],
  },
]

const pythonClient = `from openai import OpenAI

client = OpenAI(base_url="SERVER/v1", api_key="KEY")
`

const typescriptClient = `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: 'SERVER/v1', apiKey: 'KEY' })
`

const filled = (client: string, call: string, { server, key, model }: SnippetFacts): string =>
  (client + call).replace('SERVER', server).replace('KEY', key).replace('MODEL', model)

const posted =
  (path: string, body: (model: string) => string, output = '') =>
  ({ server, key, model }: SnippetFacts): string =>
    `curl ${server}${path} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${body(model)}'${output}`

const speech = threeOf(
  posted(
    '/v1/audio/speech',
    (model) => `{"model": "${model}", "voice": "alloy", "input": "Hello"}`,
    ' \\\n  -o hello.mp3',
  ),
  `with client.audio.speech.with_streaming_response.create(
    model="MODEL", voice="alloy", input="Hello"
) as answer:
    answer.stream_to_file("hello.mp3")`,
  `const answer = await client.audio.speech.create({ model: 'MODEL', voice: 'alloy', input: 'Hello' })
const sound = Buffer.from(await answer.arrayBuffer())
await import('node:fs/promises').then(({ writeFile }) => writeFile('hello.mp3', sound))`,
)

const transcribe = threeOf(
  ({ server, key, model }) => `curl ${server}/v1/audio/transcriptions \\
  -H "Authorization: Bearer ${key}" \\
  -F model="${model}" \\
  -F file=@talk.mp3`,
  `with open("talk.mp3", "rb") as file:
    answer = client.audio.transcriptions.create(model="MODEL", file=file)
print(answer.text)`,
  `const { createReadStream } = await import('node:fs')
const file = createReadStream('talk.mp3')
const answer = await client.audio.transcriptions.create({ model: 'MODEL', file })
console.log(answer.text)`,
)

const moderate = threeOf(
  posted('/v1/moderations', (model) => `{"model": "${model}", "input": "Hello"}`),
  `answer = client.moderations.create(model="MODEL", input="Hello")
print(answer.results[0].flagged)`,
  `const answer = await client.moderations.create({ model: 'MODEL', input: 'Hello' })
console.log(answer.results[0].flagged)`,
)

/** OpenAI's clients have no call for it. */
const rerank: Snippets = [
  {
    id: 'curl',
    name: 'curl',
    blocks: [
      {
        make: posted(
          '/v1/rerank',
          (model) =>
            `{"model": "${model}", "query": "Which one is red?", "documents": ["a red fox", "a blue sky"]}`,
        ),
      },
    ],
  },
]

const video = threeOf(
  posted('/v1/videos', (model) => `{"model": "${model}", "prompt": "A red fox in the snow"}`),
  `video = client.videos.create_and_poll(model="MODEL", prompt="A red fox in the snow")
client.videos.download_content(video.id).write_to_file("fox.mp4")`,
  `let video = await client.videos.create({ model: 'MODEL', prompt: 'A red fox in the snow' })
while (video.status === 'queued' || video.status === 'in_progress') {
  await new Promise((resolve) => setTimeout(resolve, 5000))
  video = await client.videos.retrieve(video.id)
}
console.log(video.status)`,
)

/** Code that calls a model of a kind; null: no client can be shown for it. */
export function snippetsFor(operation: CatalogueModel['operation']): Snippets | null {
  return operation === null ? null : (byOperation[operation] ?? null)
}

const byOperation: Readonly<Partial<Record<NonNullable<CatalogueModel['operation']>, Snippets>>> = {
  chat: snippets,
  embed: embeddingSnippets,
  image: imageSnippets,
  speech,
  transcribe,
  moderate,
  rerank,
  video,
}

/** What a ready-made setting is made of. */
export type SnippetFacts = { readonly server: string; readonly key: string; readonly model: string }

/** Named where the reader is not signed in, or has no model yet: the sandbox has it until it is closed. */
export const sandboxModel = 'sandbox/chat'

export const curl = ({
  server,
  key,
  model,
}: SnippetFacts): string => `curl ${server}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`

const python = ({ server, key, model }: SnippetFacts): string => `from openai import OpenAI

client = OpenAI(base_url="${server}/v1", api_key="${key}")
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`

const typescript = ({ server, key, model }: SnippetFacts): string => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${server}/v1', apiKey: '${key}' })
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`

const codexFile = ({ server, model }: SnippetFacts): string => `model = "${model}"
model_provider = "posthouse"

[model_providers.posthouse]
name = "Posthouse"
base_url = "${server}/v1"
env_key = "POSTHOUSE_API_KEY"
wire_api = "responses"`

const codexShell = ({ key }: SnippetFacts): string => `export POSTHOUSE_API_KEY="${key}"
codex`

const claudeCode = ({ server, key, model }: SnippetFacts): string =>
  `export ANTHROPIC_BASE_URL="${server}"
export ANTHROPIC_AUTH_TOKEN="${key}"
export ANTHROPIC_MODEL="${model}"
claude`

const geminiCli = ({ server, key, model }: SnippetFacts): string =>
  `export GOOGLE_GEMINI_BASE_URL="${server}"
export GEMINI_API_KEY="${key}"
gemini --model "${model}"`

export type Snippet = {
  readonly id: string
  readonly name: string
  /** Each is pasted whole into one place: a file, a terminal, a field. */
  readonly blocks: readonly {
    /** Where that is, if it is not plain: the client’s own name for it, or `terminal`. */
    readonly place?: string
    readonly make: (facts: SnippetFacts) => string
  }[]
}

const theKey = ({ key }: SnippetFacts): string => key
const theModel = ({ model }: SnippetFacts): string => model

const code: readonly [Snippet, ...Snippet[]] = [
  { id: 'curl', name: 'curl', blocks: [{ make: curl }] },
  { id: 'python', name: 'Python', blocks: [{ make: python }] },
  { id: 'typescript', name: 'TypeScript', blocks: [{ make: typescript }] },
]

const programs: readonly [Snippet, ...Snippet[]] = [
  { id: 'claude-code', name: 'Claude Code', blocks: [{ make: claudeCode }] },
  {
    id: 'codex',
    name: 'Codex',
    blocks: [
      { place: '~/.codex/config.toml', make: codexFile },
      { place: 'terminal', make: codexShell },
    ],
  },
  { id: 'gemini-cli', name: 'Gemini CLI', blocks: [{ make: geminiCli }] },
  {
    id: 'cline',
    name: 'Cline',
    blocks: [
      { place: 'OpenAI Compatible → Base URL', make: ({ server }) => `${server}/v1` },
      { place: 'OpenAI Compatible API Key', make: theKey },
      { place: 'Model ID', make: theModel },
    ],
  },
  {
    id: 'cherry-studio',
    name: 'Cherry Studio',
    blocks: [
      { place: 'OpenAI → API Host', make: ({ server }) => server },
      { place: 'API Key', make: theKey },
      { place: 'Model ID', make: theModel },
    ],
  },
  {
    id: 'cursor',
    name: 'Cursor',
    blocks: [
      { place: 'Override OpenAI Base URL', make: ({ server }) => `${server}/v1` },
      { place: 'OpenAI API Key', make: theKey },
      { place: 'Add Custom Model', make: theModel },
    ],
  },
]

/** Clients of every dialect, each with the setting it wants. */
export const snippets: readonly [Snippet, ...Snippet[]] = [...code, ...programs]

/** The same, with the programs first. */
export const agentSnippets: readonly [Snippet, ...Snippet[]] = [...programs, ...code]

const embeddingCurl = ({
  server,
  key,
  model,
}: SnippetFacts): string => `curl ${server}/v1/embeddings \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "input": "Hello"}'`

const embeddingPython = ({ server, key, model }: SnippetFacts): string => `from openai import OpenAI

client = OpenAI(base_url="${server}/v1", api_key="${key}")
answer = client.embeddings.create(model="${model}", input="Hello")
print(len(answer.data[0].embedding))`

const embeddingTypescript = ({
  server,
  key,
  model,
}: SnippetFacts): string => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${server}/v1', apiKey: '${key}' })
const answer = await client.embeddings.create({ model: '${model}', input: 'Hello' })
console.log(answer.data[0].embedding.length)`

/** The same for models that answer with vectors. */
export const embeddingSnippets: readonly [Snippet, ...Snippet[]] = [
  { id: 'curl', name: 'curl', blocks: [{ make: embeddingCurl }] },
  { id: 'python', name: 'Python', blocks: [{ make: embeddingPython }] },
  { id: 'typescript', name: 'TypeScript', blocks: [{ make: embeddingTypescript }] },
]

const imageCurl = ({
  server,
  key,
  model,
}: SnippetFacts): string => `curl ${server}/v1/images/generations \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "prompt": "A red fox in the snow"}'`

const imagePython = ({ server, key, model }: SnippetFacts): string => `import base64
from openai import OpenAI

client = OpenAI(base_url="${server}/v1", api_key="${key}")
answer = client.images.generate(model="${model}", prompt="A red fox in the snow")
with open("fox.png", "wb") as file:
    file.write(base64.b64decode(answer.data[0].b64_json))`

const imageTypescript = ({
  server,
  key,
  model,
}: SnippetFacts): string => `import { writeFile } from 'node:fs/promises'
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${server}/v1', apiKey: '${key}' })
const answer = await client.images.generate({ model: '${model}', prompt: 'A red fox in the snow' })
await writeFile('fox.png', Buffer.from(answer.data[0].b64_json, 'base64'))`

/** The same for models that make pictures. */
export const imageSnippets: readonly [Snippet, ...Snippet[]] = [
  { id: 'curl', name: 'curl', blocks: [{ make: imageCurl }] },
  { id: 'python', name: 'Python', blocks: [{ make: imagePython }] },
  { id: 'typescript', name: 'TypeScript', blocks: [{ make: imageTypescript }] },
]

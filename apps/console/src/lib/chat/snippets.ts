/** What a ready-made setting is made of. */
export type SnippetFacts = { readonly server: string; readonly key: string; readonly model: string }

/** Answers on every site that has not closed its sandbox: what is named when nothing else is known. */
export const sandboxModel = 'sandbox/chat'

const curl = ({
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

const codex = ({ server, key, model }: SnippetFacts): string => `# ~/.codex/config.toml
model = "${model}"
model_provider = "posthouse"

[model_providers.posthouse]
name = "Posthouse"
base_url = "${server}/v1"
env_key = "POSTHOUSE_API_KEY"
wire_api = "responses"

# in the shell
export POSTHOUSE_API_KEY="${key}"`

const cherryStudio = ({ server, key, model }: SnippetFacts): string => `Provider type: OpenAI
API host: ${server}
API key: ${key}
Model: ${model}`

const cursor = ({ server, key, model }: SnippetFacts): string => `Settings → Models
Override OpenAI base URL: ${server}/v1
OpenAI API key: ${key}
Add model: ${model}`

const claudeCode = ({ server, key, model }: SnippetFacts): string => `# in the shell
export ANTHROPIC_BASE_URL="${server}"
export ANTHROPIC_AUTH_TOKEN="${key}"
export ANTHROPIC_MODEL="${model}"
claude`

const geminiCli = ({ server, key, model }: SnippetFacts): string => `# in the shell
export GOOGLE_GEMINI_BASE_URL="${server}"
export GEMINI_API_KEY="${key}"
gemini --model "${model}"`

/** Clients of every dialect, each with the setting it wants. */
export const snippets = [
  { id: 'curl', name: 'curl', make: curl },
  { id: 'python', name: 'Python', make: python },
  { id: 'typescript', name: 'TypeScript', make: typescript },
  { id: 'claude-code', name: 'Claude Code', make: claudeCode },
  { id: 'codex', name: 'Codex', make: codex },
  { id: 'gemini-cli', name: 'Gemini CLI', make: geminiCli },
  { id: 'cherry-studio', name: 'Cherry Studio', make: cherryStudio },
  { id: 'cursor', name: 'Cursor', make: cursor },
] as const

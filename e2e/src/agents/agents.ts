import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DialectName } from '@posthouse/llm/canonical/dialect'

/** A program that works on files with a model's help, as it is started without a person before it. */
export type Agent = {
  readonly name: string
  /** On npm. */
  readonly package: string
  readonly command: string
  /** The dialect that it speaks. */
  readonly dialect: DialectName
  arguments(prompt: string, model: string): readonly string[]
  /** What a user would set: the base URL and the key. */
  environment(site: string, key: string): Readonly<Record<string, string>>
  /** Files of its home that a user would write, by their path. */
  files(site: string, model: string): Readonly<Record<string, string>>
  /** Calls that each write `text` into `path`: of its own tools, and of an MCP server's. */
  writes(path: string, text: string): readonly Write[]
}

export type Write = {
  /** The tool, as upstreams are told it. */
  readonly tool: string
  readonly input: object
  /** The beginning of the model's name, by which some agents know what it takes. */
  readonly known?: string
}

const letters = {
  command: process.execPath,
  args: [fileURLToPath(new URL('letters.ts', import.meta.url))],
}

export const agents: readonly Agent[] = [
  {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    command: 'claude',
    dialect: 'anthropic-messages',
    arguments: (prompt, model) => [
      '-p',
      prompt,
      '--model',
      model,
      '--mcp-config',
      JSON.stringify({ mcpServers: { letters } }),
      '--allowedTools',
      'Write,mcp__letters__deliver',
    ],
    environment: (site, key) => ({
      ANTHROPIC_BASE_URL: site,
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Tools of MCP servers are offered at once, and not after a search.
      ENABLE_TOOL_SEARCH: 'false',
    }),
    files: () => ({}),
    writes: (path, text) => [
      { tool: 'Write', input: { file_path: path, content: text } },
      { tool: 'mcp__letters__deliver', input: { path, text } },
    ],
  },
  {
    name: 'Codex',
    package: '@openai/codex',
    command: 'codex',
    dialect: 'openai-responses',
    arguments: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      prompt,
    ],
    environment: (_, key) => ({ POSTHOUSE_KEY: key }),
    files: (site, model) => ({
      [join('.codex', 'config.toml')]: [
        `model = "${model}"`,
        'model_provider = "posthouse"',
        '[model_providers.posthouse]',
        'name = "Posthouse"',
        `base_url = "${site}/v1"`,
        'env_key = "POSTHOUSE_KEY"',
        'wire_api = "responses"',
        '[mcp_servers.letters]',
        `command = ${JSON.stringify(letters.command)}`,
        `args = ${JSON.stringify(letters.args)}`,
      ].join('\n'),
    }),
    // A function, a tool in a namespace, and one that takes a text.
    writes: (path, text) => [
      { tool: 'exec_command', input: { cmd: `printf '%s' '${text}' > '${path}'` } },
      { tool: 'mcp__letters__deliver', input: { path, text } },
      {
        tool: 'apply_patch',
        input: {
          input: `*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch\n`,
        },
        known: 'gpt-5.5-',
      },
    ],
  },
  {
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    command: 'gemini',
    dialect: 'gemini',
    arguments: (prompt, model) => ['-m', model, '--yolo', '-p', prompt],
    environment: (site, key) => ({
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: site,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      [join('.gemini', 'settings.json')]: JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    writes: (path, text) => [{ tool: 'write_file', input: { file_path: path, content: text } }],
  },
]

import { join } from 'node:path'
import type { DialectName } from '@posthouse/llm/dialect'

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
  /** The call of its own tool that writes `text` into `path`. */
  write(path: string, text: string): { readonly tool: string; readonly input: object }
}

export const agents: readonly Agent[] = [
  {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    command: 'claude',
    dialect: 'anthropic-messages',
    arguments: (prompt, model) => ['-p', prompt, '--model', model, '--allowedTools', 'Write'],
    environment: (site, key) => ({
      ANTHROPIC_BASE_URL: site,
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    files: () => ({}),
    write: (path, text) => ({ tool: 'Write', input: { file_path: path, content: text } }),
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
      ].join('\n'),
    }),
    write: (path, text) => ({
      tool: 'exec_command',
      input: { cmd: `printf '%s' '${text}' > '${path}'` },
    }),
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
    write: (path, text) => ({ tool: 'write_file', input: { file_path: path, content: text } }),
  },
]

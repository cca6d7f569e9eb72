import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Agent } from './agents.ts'

/** Where an agent finds the product, and which model it is to use. */
export type Place = { readonly site: string; readonly key: string; readonly model: string }

/** Null: the file is there and the agent came to its end; else what went wrong, with its last words. */
export type Verdict = string | null

const deadlineMs = 120_000
const written = 'The rider has arrived.'

/** Lets an agent write a letter in each of its ways. */
export async function tryAgent(agent: Agent, program: string, place: Place): Promise<Verdict> {
  for (const at of agent.writes('', '').keys()) {
    const verdict = await tryWrite(agent, program, { ...place, at })
    if (verdict !== null) return verdict
  }
  return null
}

/** Once, into an empty folder, with a home of its own. */
async function tryWrite(
  agent: Agent,
  program: string,
  { site, key, model: plain, at }: Place & { readonly at: number },
): Promise<Verdict> {
  const home = await mkdtemp(join(tmpdir(), 'agent-home-'))
  const work = await mkdtemp(join(tmpdir(), 'agent-work-'))
  try {
    const letter = join(work, 'letter.txt')
    const write = agent.writes(letter, written)[at]
    if (write === undefined) return null
    const { tool, input, known = '' } = write
    const model = plain.replace('/', `/${known}`)
    for (const [path, text] of Object.entries(agent.files(site, model))) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    }
    const prompt = `Write the letter. [[sandbox-call: ${tool} ${JSON.stringify(input)}]]`
    const { code, words } = await runToEnd(program, agent.arguments(prompt, model), {
      cwd: work,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        ...agent.environment(site, key),
      },
    })
    const text = await readFile(letter, 'utf8').catch(() => null)
    if (text?.trim() !== written) return `${tool} wrote ${JSON.stringify(text)}: ${words}`
    return code === 0 ? null : `ended with ${code}: ${words}`
  } finally {
    await rm(home, { recursive: true, force: true })
    await rm(work, { recursive: true, force: true })
  }
}

type Ended = { readonly code: number | null; readonly words: string }

function runToEnd(
  program: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (chunk: Buffer): void => {
      said = `${said}${chunk.toString()}`.slice(-2_000)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, words: said })
    })
  })
}

import { spawn } from 'node:child_process'

/** A command of the checks: what it is called and what is run. */
export type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

export type StepResult = {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  readonly output: string
}

/** Runs one command and keeps what it prints; `show` prints it too as it comes. */
export function runStep(
  step: Step,
  options: { show: boolean; env?: NodeJS.ProcessEnv; cwd?: string },
): Promise<StepResult> {
  const began = performance.now()
  const [file = '', ...rest] = step.command
  const child = spawn(file, rest, {
    env: { ...process.env, ...step.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer): void => {
    output += chunk.toString()
    if (options.show) process.stdout.write(chunk)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve) => {
    child.on('error', (error) => keep(Buffer.from(String(error))))
    child.on('close', (code) =>
      resolve({
        name: step.name,
        ok: code === 0,
        seconds: (performance.now() - began) / 1_000,
        output,
      }),
    )
  })
}

/**
 * Runs lanes side by side and the steps of each one after the other; prints a line each, and the output of those
 * that fail.
 */
export async function runLanes(
  lanes: readonly (readonly Step[])[],
): Promise<readonly StepResult[]> {
  const results = await Promise.all(
    lanes.map(async (steps) => {
      const ended: StepResult[] = []
      for (const step of steps) {
        const result = await runStep(step, { show: false })
        ended.push(result)
        console.log(`${result.ok ? '✓' : '✗'} ${result.name} (${result.seconds.toFixed(1)} s)`)
        if (!result.ok) console.log(result.output)
      }
      return ended
    }),
  )
  return results.flat()
}

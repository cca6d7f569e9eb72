import { spawn } from 'node:child_process'

/** The server with watch (its sandbox supplier included) and Vite in front of it. Ends together. */
const children = [
  spawn(
    'node',
    ['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'],
    {
      stdio: 'inherit',
    },
  ),
  spawn('vite', ['apps/console'], { stdio: 'inherit' }),
]

let ending = false
function end(code: number): void {
  if (ending) return
  ending = true
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}

for (const child of children) child.on('exit', (code) => end(code ?? 0))
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))

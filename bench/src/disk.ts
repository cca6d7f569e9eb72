import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Spread } from './load/job.ts'
import { quantile } from './statistics.ts'

const rounds = 500

/** What a durable write costs on the disk of a folder: 4 KB appended and on disk, in milliseconds. */
export function fdatasyncMs(folder: string): Spread {
  const path = join(folder, 'fdatasync')
  const file = openSync(path, 'w')
  const bytes = Buffer.alloc(4_096, 1)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    writeSync(file, bytes)
    fdatasyncSync(file)
    times.push(performance.now() - startedAt)
  }
  closeSync(file)
  unlinkSync(path)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) }
}

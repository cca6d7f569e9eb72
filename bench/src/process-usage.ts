import { readFileSync } from 'node:fs'

/** Of a second, as Linux counts it in /proc on every machine of today. */
const ticksPerSecond = 100

/** CPU time of a process with all its threads, user and system, in seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The second field is the program's name and may hold spaces: what follows its bracket does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Memory of a process that is in use, in bytes. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024
}

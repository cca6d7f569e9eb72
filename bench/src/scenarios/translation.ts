import { cpuUsage } from 'node:process'
import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { figure, heading, print, table } from '../report.ts'
import { median } from '../statistics.ts'
import type { Workbench } from '../workbench.ts'
import { cellWork, type CellWork } from './cell-work.ts'

/** How long one cell is measured at a time: long enough for the clock of CPU time. */
const measuredMs = 120

type Cell = {
  readonly from: DialectName
  readonly to: DialectName
  readonly work: CellWork
  readonly requestMicros: number[]
  readonly streamMicros: number[]
}

/**
 * What translation costs: the CPU of our own code alone, without sockets, routing and money, for each
 * pair of the caller's dialect and the supplier's. The pairs of one dialect are the pass-through.
 */
export async function translation({ plan }: Workbench): Promise<void> {
  heading('Translation, CPU µs of each cell (× the pass-through of the caller’s dialect)')
  const cells = dialectNames.flatMap((from) =>
    dialectNames.map((to): Cell => ({
      from,
      to,
      work: cellWork(from, to),
      requestMicros: [],
      streamMicros: [],
    })),
  )
  // Code that runs for the first time is slow, and no cell is to blame for it.
  for (const { work } of cells) for (const once of [work.request, work.stream]) await micros(once)
  for (let round = 0; round < plan.repetitions; round += 1) {
    for (const { work, requestMicros, streamMicros } of cells) {
      requestMicros.push(await micros(work.request))
      streamMicros.push(await micros(work.stream))
    }
  }
  print('  a request of 1 KB and its answer in one piece')
  printCells(cells, ({ requestMicros }) => requestMicros)
  print('  a stream of 100 chunks')
  printCells(cells, ({ streamMicros }) => streamMicros)
}

/** CPU of one run of the work, all threads: garbage is collected on others. */
async function micros(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  const started = cpuUsage()
  let runs = 0
  while (performance.now() - startedAt < measuredMs) {
    for (let run = 0; run < 20; run += 1) await work()
    runs += 20
  }
  const { user, system } = cpuUsage(started)
  return (user + system) / runs
}

function printCells(cells: readonly Cell[], pick: (cell: Cell) => readonly number[]): void {
  const of = (from: DialectName, to: DialectName): number =>
    median(cells.filter((cell) => cell.from === from && cell.to === to).flatMap(pick))
  table([
    ['caller \\ supplier', ...dialectNames],
    ...dialectNames.map((from) => [
      from,
      ...dialectNames.map(
        (to) => `${figure(of(from, to))} (×${figure(of(from, to) / of(from, from))})`,
      ),
    ]),
  ])
}

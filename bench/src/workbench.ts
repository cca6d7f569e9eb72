import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Measured, measure, type Work } from './measure.ts'
import type { Plan } from './plan.ts'
import { print } from './report.ts'
import { median } from './statistics.ts'
import { startDirect } from './systems/direct.ts'
import { startNginx } from './systems/nginx.ts'
import { startPortkey } from './systems/portkey.ts'
import { prepareDatabase, type ServerPlace, startPosthouse } from './systems/posthouse.ts'
import { isSkipped, type Skipped, type System } from './systems/system.ts'

export type SystemName = 'direct' | 'nginx' | 'portkey' | 'posthouse'

/** What scenarios share: a folder, the mock, and systems that start when they are first asked for. */
export class Workbench implements AsyncDisposable {
  readonly plan: Plan
  readonly folder: string
  readonly direct: System
  readonly #systems = new Map<SystemName, Promise<System | Skipped>>()

  private constructor(plan: Plan, folder: string, direct: System) {
    this.plan = plan
    this.folder = folder
    this.direct = direct
    this.#systems.set('direct', Promise.resolve(direct))
  }

  static async open(plan: Plan): Promise<Workbench> {
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'))
    return new Workbench(plan, folder, await startDirect())
  }

  /** Those of the systems that run here. One that is skipped says so once. */
  async systems(names: readonly SystemName[]): Promise<System[]> {
    const found: System[] = []
    for (const name of names) {
      const system = await (this.#systems.get(name) ?? this.#start(name))
      if (!isSkipped(system)) found.push(system)
    }
    return found
  }

  /** A place for a server of ours, with a database that was never used. */
  async place(name: string): Promise<ServerPlace> {
    const folder = await mkdtemp(join(this.folder, `${name}-`))
    await prepareDatabase(folder)
    const { profileFolder } = this.plan
    const nodeOptions =
      profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
    return { folder, nodeOptions }
  }

  /** Each system in its turn, again and again. */
  async interleaved(
    names: readonly SystemName[],
    work: Omit<Work, 'seconds'>,
  ): Promise<Measurements> {
    const systems = await this.systems(names)
    const all = new Map(systems.map(({ name }) => [name, [] as Measured[]]))
    for (let round = 0; round < this.plan.repetitions; round += 1) {
      for (const system of systems) {
        const measured = await measure([system], { seconds: this.plan.seconds, ...work })
        if (measured.failures > 0) {
          print(`  ! ${system.name}: ${measured.failures} requests failed`)
        }
        all.get(system.name)?.push(measured)
      }
    }
    return new Measurements(all)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const system of this.#systems.values()) {
      const started = await system.catch(() => null)
      if (started !== null && !isSkipped(started)) await started[Symbol.asyncDispose]()
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  #start(name: SystemName): Promise<System | Skipped> {
    const starting = this.#begin(name).then((system) => {
      if (isSkipped(system)) print(`  - ${name} is skipped: ${system.skipped}`)
      return system
    })
    this.#systems.set(name, starting)
    return starting
  }

  async #begin(name: SystemName): Promise<System | Skipped> {
    switch (name) {
      case 'direct':
        return this.direct
      case 'nginx':
        return startNginx(this.folder, this.direct.port)
      case 'portkey':
        return startPortkey(this.direct.port)
      case 'posthouse':
        return startPosthouse(this.direct.port, await this.place('main'))
    }
  }
}

/** What was measured of some systems, repetition by repetition. */
export class Measurements {
  readonly names: readonly string[]
  readonly #all: ReadonlyMap<string, readonly Measured[]>

  constructor(all: ReadonlyMap<string, readonly Measured[]>) {
    this.names = [...all.keys()]
    this.#all = all
  }

  has(name: SystemName): boolean {
    return this.names.includes(name)
  }

  /** The median over the repetitions. */
  of(name: string, pick: (measured: Measured) => number): number {
    return median((this.#all.get(name) ?? []).map(pick))
  }
}

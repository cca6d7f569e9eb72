import type { StreamReader } from '@posthouse/llm/dialects'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { Channel } from '../../../domain/channels/channel.ts'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'
import { EventWatch } from '../event-watch.ts'
import type { Passage, PassageWork, StepSoon } from '../passage.ts'
import { Aside, type Compute } from './frame-jobs.ts'

export type EventPassageWork = PassageWork & {
  readonly channel: Channel
  /** For large frames. */
  readonly compute: Compute
}

/** Base of the passages that read events. */
export abstract class EventPassage implements Passage {
  awaitsCount = false
  protected readonly watch: EventWatch
  protected readonly aside: Aside
  protected reader: StreamReader

  constructor(reader: StreamReader, work: EventPassageWork) {
    this.reader = reader
    this.watch = new EventWatch(work.channel, work)
    this.aside = new Aside(work.compute)
  }

  abstract take(run: FrameRun): StepSoon
  abstract finish(): StepSoon
  abstract countedAs(usage: Usage): StepSoon

  get done(): boolean {
    return this.watch.done
  }

  get complete(): boolean {
    return this.watch.complete
  }

  get reported(): ReportedUsage | null {
    return this.watch.reported
  }

  get heard(): ReportedUsage | null {
    return this.watch.heard(this.reader.heard())
  }

  get lost(): readonly string[] {
    return []
  }

  get heldBytes(): number {
    return this.aside.heldBytes
  }

  drop(): void {
    this.aside.drop()
  }
}

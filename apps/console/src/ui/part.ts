import { type ComponentType, lazy, type LazyExoticComponent, useEffect } from 'react'
import { tellCodeGone } from './code-gone.ts'

/** Stands for a part whose code did not arrive, and says so whenever it is asked for. */
function MissingPart() {
  useEffect(tellCodeGone)
  return null
}

/** A part of a page whose code comes when it is wanted. Without it the page goes on: a failure would take all of it. */
export const part = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => load().catch(() => ({ default: MissingPart })))

import type { Step, StepSoon } from '../../../codec/answer/passage.ts'

/** A step that is made at once. */
export function stepNow(step: StepSoon): Step {
  if (step instanceof Promise) throw new Error('a step is made off the loop')
  return step
}

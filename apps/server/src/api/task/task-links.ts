import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '@posthouse/contract/refusal'
import type { ApiParts } from '../api-parts.ts'

type LinkParts = Pick<ApiParts, 'seal' | 'clock'>
type File = { readonly id: string; readonly name: string }

/**
 * Links expire on the hour, one to two hours from now. A file keeps its address within an hour, so that browsers can
 * cache it.
 */
const stepSeconds = 3_600

const signatureOf = ({ seal }: LinkParts, { id, name }: File, until: string): Buffer =>
  seal.sign(JSON.stringify([id, name, until]), 'link to a file of a task')

/** A temporary address of a file that needs no sign-in. */
export function linkTo(parts: LinkParts, file: File): string {
  const now = parts.clock.now() / 1_000
  const until = String((Math.floor(now / stepSeconds) + 2) * stepSeconds)
  const signature = signatureOf(parts, file, until).toString('base64url')
  return `/api/task/file/${file.id}/${file.name}?until=${until}&signature=${signature}`
}

/** Refuses a forged link with 404 and an expired one with 410. */
export function checkLink(
  parts: LinkParts,
  file: File,
  { until, signature }: { readonly until: string; readonly signature: string },
): void {
  const expected = signatureOf(parts, file, until)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal('task.not-found', { id: file.id })
  }
  if (Number(until) * 1_000 <= parts.clock.now()) throw new Refusal('task.link-expired', {})
}

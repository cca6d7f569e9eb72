import { priceOf } from '@posthouse/testkit/stand'
import { inputReported } from '../faults/load.ts'
import type { Done } from './disturb.ts'

/** What a client asked for and what it saw, on the clock of the soak. */
export type Heard = {
  readonly name: string
  /** One client's requests, one after the other. */
  readonly client: string
  readonly node: string
  readonly words: number
  status: number
  done: boolean
  endedAt: number
}

/** What the books say of a request, by the name that its client gave it. */
export type Charge = {
  readonly name: string
  readonly quota: number
  readonly outcome: string
  /** What its transfers moved. */
  readonly moved: number
  readonly rows: number
}

export type Books = {
  readonly charges: readonly Charge[]
  readonly pendingHolds: number
  readonly walletHeld: number
  readonly walletBalance: number
  /** What was in the wallet at the beginning. */
  readonly granted: number
  /** What `doctor` found, one line each. */
  readonly doctor: readonly string[]
}

export type Journals = {
  readonly heard: readonly Heard[]
  /** Words that the upstream's socket took, by the name of the request. */
  readonly sent: ReadonlyMap<string, number>
  readonly disturbances: readonly Done[]
}

/** What a prompt of one word may be counted as where its supplier did not say. */
const inputCountedMost = 60

/** What the clients' and the upstream's journals say against the books; empty: they agree. */
export function faultsOf(journals: Journals, books: Books): readonly string[] {
  const heard = new Map(journals.heard.map((request) => [request.name, request]))
  return [
    ...books.doctor.map((line) => `doctor: ${line}`),
    ...(books.pendingHolds === 0 ? [] : [`${books.pendingHolds} holds have not ended`]),
    ...(books.walletHeld === 0 ? [] : [`${books.walletHeld} are still held`]),
    ...books.charges.flatMap((charge) => faultsOfCharge(charge, heard, journals.sent)),
    ...twice(books.charges).map((name) => `${name} was charged twice`),
    ...uncharged(journals, books.charges),
    ...faultsOfWallet(books),
  ]
}

function faultsOfCharge(
  { name, quota, outcome, moved, rows }: Charge,
  heard: ReadonlyMap<string, Heard>,
  sent: ReadonlyMap<string, number>,
): string[] {
  const request = heard.get(name)
  const words = sent.get(name)
  if (request === undefined) return [`${name} was charged and nobody asked it`]
  const faults: string[] = []
  if (rows !== 1) faults.push(`${name} has ${rows} rows`)
  if (moved !== quota) faults.push(`${name} moved ${moved} and says ${quota}`)
  if (words === undefined) return [...faults, `${name} was charged and never reached the upstream`]
  if (outcome === 'complete' && quota !== priceOf(inputReported, request.words)) {
    faults.push(`${name} was charged ${quota} for ${request.words} words`)
  }
  if (quota > priceOf(inputCountedMost, request.words)) {
    faults.push(`${name} was charged ${quota}, more than all of it costs`)
  }
  return faults
}

function twice(charges: readonly Charge[]): string[] {
  const seen = new Set<string>()
  return charges.flatMap(({ name }) => {
    if (seen.has(name)) return [name]
    seen.add(name)
    return []
  })
}

/** Whoever saw the end of an answer is charged for it, unless its node was killed in that instant. */
function uncharged({ heard, disturbances }: Journals, charges: readonly Charge[]): string[] {
  const charged = new Set(charges.map(({ name }) => name))
  const kills = disturbances.filter(({ way }) => way === 'kill')
  return heard
    .filter(({ done, name }) => done && !charged.has(name))
    .filter((request) => !kills.some((kill) => isLastBefore(kill, request, heard)))
    .map(
      ({ name, node, endedAt }) =>
        `${name} had its answer of ${node} at ${endedAt} and was not charged`,
    )
}

/** A client's next call at the same node is held behind the charge of the one before: only the last one may be lost. */
function isLastBefore(
  { victim, from, forMs }: Done,
  { client, node, endedAt }: Heard,
  heard: readonly Heard[],
): boolean {
  const goneUntil = from + forMs
  if (node !== victim || endedAt > goneUntil) return false
  return !heard.some(
    (other) =>
      other.done &&
      other.client === client &&
      other.node === node &&
      other.endedAt > endedAt &&
      other.endedAt <= goneUntil,
  )
}

function faultsOfWallet({ charges, walletBalance, granted }: Books): string[] {
  const spent = charges.reduce((sum, { moved }) => sum + moved, 0)
  return walletBalance === granted - spent
    ? []
    : [`the wallet has ${walletBalance} of ${granted} after ${spent} were spent`]
}

import type { SpeechAsClient } from '@posthouse/llm/operations/speech'
import { dialects, spokenBySuppliers } from '@posthouse/llm/dialects'
import { withoutNulls } from '@posthouse/llm/bytes/fields'
import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import { isSameRoute, type DialectRoute } from '../../domain/channels/dialect-choice.ts'
import { type AttemptFailure, callersFault } from '../../upstream/attempt-failure.ts'
import type { Outgoing, PreparedRequest, Target } from '../../upstream/outgoing.ts'
import { editFields } from './edits/body-edit.ts'
import { parametersFor } from './edits/channel-parameters.ts'

/** A speech request whose answer reports usage, if the model can. `same` makes the body from the client's own. */
export function speechBody(
  { target, way, outgoing }: { target: Target; way: DialectRoute; outgoing: Outgoing },
  same: () => PreparedRequest,
): PreparedRequest | { readonly failure: AttemptFailure } {
  const { speech: asClient } = spokenBySuppliers[way.dialect].asClient
  const { speech: asServer } = dialects[outgoing.dialect].asServer
  if (asClient === undefined || asServer === undefined) {
    throw new Error(`${way.dialect} does not speak to ${outgoing.dialect}`)
  }
  const asked: unknown = JSON.parse(outgoing.body.toString('utf8'))
  const decoded = asServer.request(asked, target.forwarded)
  if (!decoded.ok) return { failure: callersFault(decoded) }
  const { request, dropped } = decoded.value
  const form = asClient.form(target.forwarded, outgoing.eventsAsked)
  if (isSameRoute(way, outgoing)) {
    const prepared = same()
    return { ...prepared, body: editFields(prepared.body, editsOf(form)) }
  }
  const no = asClient.cannot?.(request) ?? null
  if (no !== null) return { failure: callersFault(no) }
  const fields = { ...asClient.body(request), ...withoutNulls(form) }
  const { overwrites, fills } = parametersFor(target, supplierBehind(target.channel), outgoing)
  const body = Buffer.from(JSON.stringify(fields))
  const words = asClient.words?.(request)
  return {
    ...way,
    body: editFields(body, overwrites, fills),
    dropped,
    ...(words !== undefined && { words }),
  }
}

const editsOf = (form: ReturnType<SpeechAsClient['form']>): Map<string, string | null> =>
  new Map(
    Object.entries(form).map(([name, value]) => [
      name,
      value === null ? null : JSON.stringify(value),
    ]),
  )

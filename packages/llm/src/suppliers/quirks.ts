import { type Fields, fieldsOf, listOf, objectsIn, textOf } from '../bytes/fields.ts'
import type { RequestField } from '../canonical/dropped-fields.ts'
import type { PlaceEdit } from '../bytes/place-edit.ts'
import { shortToolIdOf, toolIdWithin } from '../canonical/calls/tool-id.ts'
import { type SpokenDialect, usualDialect } from '../canonical/dialect.ts'
import type { Quirk, Supplier } from './supplier.ts'

/** Quirks are differences from OpenAI's chat dialect. These are differences from another one as well. */
const elsewhere: Partial<Readonly<Record<SpokenDialect, readonly Quirk[]>>> = {
  'anthropic-messages': ['reasoning-comes-back'],
}

/** The quirks of a supplier in a dialect. */
export const quirksOf = (
  { quirks }: Pick<Supplier, 'quirks'>,
  dialect: SpokenDialect,
): readonly Quirk[] =>
  dialect === usualDialect
    ? quirks
    : quirks.filter((quirk) => elsewhere[dialect]?.includes(quirk) === true)

/** A change that a supplier makes needed. */
type BodyChange = PlaceEdit & {
  /** The fields of the request that are lost with it. */
  readonly dropped?: RequestField | `rest.${string}`
  /** The top-level field that has the value instead. */
  readonly as?: string
}

/** A quirk's change of a body of OpenAI's chat dialect. */
type QuirkRule = {
  /** One of them stands in every body that the rule changes: others need not be read. */
  readonly words: readonly string[]
  readonly changes: (body: Fields, model: string) => BodyChange[]
}

/** Changes of a body of OpenAI's chat dialect before a supplier with these quirks takes it. */
export function quirkChanges(
  quirks: readonly Quirk[],
  body: { readonly includes: (word: string) => boolean; readonly fields: () => Fields },
  model: string,
): BodyChange[] {
  const rules = quirks
    .flatMap((quirk) => quirkRules[quirk] ?? [])
    .filter(({ words }) => words.some((word) => body.includes(word)))
  if (rules.length === 0) return []
  const fields = body.fields()
  return rules.flatMap(({ changes }) => changes(fields, model))
}

/** Quirks that change what was said, not only how the supplier is asked for it. */
const quirkRules: Partial<Readonly<Record<Quirk, QuirkRule>>> = {
  'no-developer-role': {
    words: ['developer'],
    changes: (body) =>
      inMessages(body, (message, place) =>
        message['role'] === 'developer' ? [{ place: [...place, 'role'], value: 'system' }] : [],
      ),
  },
  'nine-character-call-ids': {
    words: ['tool_call'],
    changes: (body) => inMessages(body, callIds(shortToolIdOf)),
  },
  'forty-character-call-ids': {
    words: ['tool_call'],
    changes: (body) =>
      inMessages(
        body,
        callIds((id) => toolIdWithin(id, 40)),
      ),
  },
  'no-foreign-fields': {
    words: ['"'],
    changes: (body) => [
      ...without(body, openAiAlone),
      ...inMessages(body, (message, place) =>
        Object.entries(message)
          .filter(([name]) => !mistralsOfMessages.has(name))
          .filter(([name]) => name !== 'name' || message['role'] !== 'tool')
          .map(([name, value]) => gone([...place, name], value, lostWith[name] ?? `rest.${name}`)),
      ),
      ...inMessages(body, callExtensions),
    ],
  },
  'random-seed': {
    words: ['seed'],
    changes: ({ seed }) =>
      typeof seed === 'number' ? [{ place: ['seed'], as: 'random_seed' }] : [],
  },
  'high-effort-or-none': {
    words: ['reasoning_effort'],
    changes: ({ reasoning_effort: effort }) =>
      typeof effort !== 'string' || effort === 'high' || effort === 'none'
        ? []
        : [{ place: ['reasoning_effort'], value: effort === 'minimal' ? 'none' : 'high' }],
  },
  'no-logprobs': {
    words: ['log'],
    changes: (body) =>
      without(body, {
        logprobs: 'logprobs',
        top_logprobs: 'logprobs',
        logit_bias: 'rest.logit_bias',
      }),
  },
  'no-message-names': {
    words: ['name'],
    changes: (body) =>
      inMessages(body, (message, place) =>
        'name' in message ? [gone([...place, 'name'], message['name'], 'name')] : [],
      ),
  },
  'no-penalties-while-thinking': {
    words: ['penalty', 'stop'],
    changes: (body, model) =>
      thinks(model)
        ? without(body, {
            presence_penalty: 'presencePenalty',
            frequency_penalty: 'frequencyPenalty',
            stop: 'stop',
          })
        : [],
  },
}

const thinks = (model: string): boolean =>
  /^grok-(3-mini|4|5|code|build)/.test(model) && !model.includes('non-reasoning')

/** OpenAI's fields that the page of Mistral's does not have, by what is lost with them. */
const openAiAlone: Readonly<Record<string, BodyChange['dropped']>> = {
  audio: 'rest.audio',
  logit_bias: 'rest.logit_bias',
  logprobs: 'logprobs',
  modalities: 'rest.modalities',
  safety_identifier: 'rest.safety_identifier',
  service_tier: 'tier',
  store: 'rest.store',
  top_logprobs: 'logprobs',
  user: 'endUser',
  verbosity: 'rest.verbosity',
}

const mistralsOfMessages = new Set(['role', 'content', 'tool_calls', 'tool_call_id', 'prefix'])

const lostWith: Readonly<Record<string, BodyChange['dropped']>> = {
  name: 'name',
  reasoning_details: 'signature',
  thinking_blocks: 'signature',
  extra_content: 'signature',
  provider_specific_fields: 'signature',
}

/** Signatures of calls that other suppliers made. */
const callExtensions = (message: Fields, place: PlaceEdit['place']): BodyChange[] =>
  objectsIn(message['tool_calls']).flatMap((call, index) =>
    ['extra_content', 'provider_specific_fields'].flatMap((name) =>
      name in call ? [gone([...place, 'tool_calls', index, name], call[name], 'signature')] : [],
    ),
  )

const without = (
  body: Fields,
  names: Readonly<Record<string, BodyChange['dropped']>>,
): BodyChange[] =>
  Object.entries(names).flatMap(([name, dropped]) =>
    name in body ? [gone([name], body[name], dropped)] : [],
  )

/** A null, or an empty list, is as good as absent to whoever said it; suppliers refuse it still. */
function gone(
  place: PlaceEdit['place'],
  value: unknown,
  dropped: BodyChange['dropped'],
): BodyChange {
  const isNothing = (value ?? null) === null || (Array.isArray(value) && value.length === 0)
  return isNothing || dropped === undefined ? { place } : { place, dropped }
}

const inMessages = (
  body: Fields,
  changes: (message: Fields, place: PlaceEdit['place']) => BodyChange[],
): BodyChange[] =>
  listOf(body['messages']).flatMap((message, index) =>
    changes(fieldsOf(message) ?? {}, ['messages', index]),
  )

/** Of calls, of their results, and of signatures that name their call. */
const callIds =
  (fitting: (id: string) => string) =>
  (message: Fields, place: PlaceEdit['place']): BodyChange[] => {
    const ids = [
      ...idsIn(message['tool_calls'], [...place, 'tool_calls']),
      { id: message['tool_call_id'], where: [...place, 'tool_call_id'] },
    ]
    const called = new Set(ids.map(({ id }) => id))
    const named = idsIn(message['reasoning_details'], [...place, 'reasoning_details'])
    return [...ids, ...named.filter(({ id }) => called.has(id))].flatMap(({ id, where }) => {
      const text = textOf(id)
      if (text === null || fitting(text) === text) return []
      return [{ place: where, value: fitting(text) }]
    })
  }

const idsIn = (list: unknown, place: PlaceEdit['place']) =>
  listOf(list).map((value, index) => ({
    id: fieldsOf(value)?.['id'],
    where: [...place, index, 'id'],
  }))

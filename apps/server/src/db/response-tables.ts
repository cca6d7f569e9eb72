import type { Generated } from 'kysely'

/** What clients of OpenAI's Responses go on from. Everything belongs to a user. */
export type ResponseTables = {
  responses: {
    user_id: bigint
    id: string
    /** Of the turn before; empty: it is the first. */
    previous_id: string
    /** The conversation that it is a turn of, and the last item before it; empty: none. */
    conversation_id: string
    conversation_last: bigint
    /** The channel and the key behind which its supplier keeps it; 0: it is kept here. */
    channel_id: bigint
    key_id: bigint
    model: string
    /** JSON. Empty where its supplier keeps it. */
    response: string
    /** 1: it is still being made. */
    under_way: Generated<bigint>
    /** The turn's own input items, JSON. Empty where its supplier keeps them. */
    input: string
    /** What all that takes. */
    bytes: Generated<bigint>
    created_at: bigint
    expires_at: bigint
  }
  /** Items that a supplier keeps, by the response that they came with. */
  response_items: {
    user_id: bigint
    id: string
    response_id: string
  }
  /** What a response made in the background told those who follow it, some events a row. */
  response_events: {
    user_id: bigint
    response_id: string
    /** Of the last event in it: they are numbered from 0. */
    number: bigint
    /** As in a stream. */
    events: string
  }
  conversations: {
    user_id: bigint
    id: string
    /** JSON object. */
    metadata: string
    /** Of its items, in JSON. */
    bytes: bigint
    created_at: bigint
    expires_at: bigint
  }
  conversation_items: {
    /** Their order. */
    number: Generated<bigint>
    user_id: bigint
    conversation_id: string
    id: string
    /** JSON. */
    item: string
  }
}

/** What a field should have been. Fixed sentences, so that the reader of a refusal can have them in his language. */
export type WrongReason =
  | 'a JSON object is expected'
  | 'a content with parts is expected'
  | 'a list is expected'
  | 'a list of requests is expected'
  | 'a message with a role is expected'
  | 'a model name is expected'
  | 'a model name is expected in the address'
  | 'a part with text is expected'
  | 'a text is expected: this model chats, and takes no tokens'
  | 'a text is expected: this model takes no tokens'
  | 'a text or a list is expected'
  | 'a text or a list of items is expected'
  | 'an input item is expected'
  | 'none is expected: this model chats, and fills no gaps'
  | 'one outputDimensionality is expected for all of them'
  | 'one text is expected: this model chats'
  | 'user or model is expected'

/** A request body that cannot be read, by the field at fault. */
export const wrong = (field: string, reason: WrongReason) => ({ ok: false, field, reason }) as const

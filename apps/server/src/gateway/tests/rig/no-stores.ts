import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Tasks } from '../../../tasks/create-tasks.ts'
import {
  type ConversationStore,
  createConversationStore,
} from '../../../domain/kept-answers/conversation-store.ts'
import { createRunEvents, type RunEvents } from '../../../domain/kept-answers/run-events.ts'
import {
  createResponseStore,
  type ResponseStore,
} from '../../../domain/kept-answers/response-store.ts'
import type { GatewayParts } from '../../gateway-parts.ts'

/* For tests of what needs no database. */

const noResponses: ResponseStore = {
  keep: async () => {},
  find: async () => null,
  text: async () => null,
  chain: async () => [],
  itemsOf: async () => ({ ids: [], holders: [] }),
  remove: async () => false,
  isUnderWay: async () => false,
  end: async () => {},
  isAlive: async () => false,
}

const noConversations: ConversationStore = {
  create: async ({ id }, metadata, { now }) => ({ id, metadata, createdAt: now }),
  find: async () => null,
  setMetadata: async () => {},
  remove: async () => false,
  places: async () => [],
  items: async () => [],
  add: async () => 'gone',
  removeItem: async () => false,
}

const noRuns: RunEvents = {
  begin: async () => ({ add: () => {}, close: async () => {} }),
  read: async () => [],
  last: async () => null,
  isHere: () => false,
  more: async () => {},
}

export const noTasks: Tasks = {
  findOwn: async () => null,
  page: async () => [],
  tick: async () => {},
  idle: async () => {},
  submit: () => Promise.reject(new Error('no tasks here')),
  estimate: () => {
    throw new Error('no tasks here')
  },
  isCancellable: () => false,
  cancel: async () => {},
  remove: async () => {},
  fileSecret: () => '',
  findLinked: async () => null,
  wake: async () => false,
  inquire: async () => null,
  removeOldFiles: async () => {},
  files: {
    size: async () => null,
    read: () => {
      throw new Error('no files here')
    },
  },
}

/** Without a database nothing is kept. */
export const storesOf = (
  db: Kysely<Tables> | undefined,
): Pick<GatewayParts, 'responses' | 'conversations' | 'runs'> =>
  db === undefined
    ? { responses: noResponses, conversations: noConversations, runs: noRuns }
    : {
        responses: createResponseStore(db),
        conversations: createConversationStore(db),
        runs: createRunEvents(db),
      }

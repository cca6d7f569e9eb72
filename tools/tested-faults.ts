import type { Fault } from './fault.ts'

const server = 'apps/server/src'
const step = `${server}/gateway/2-parse.ts`

/** Faults that one file of tests finds. */
export const testedFaults: readonly Fault[] = [
  {
    name: 'a loss that is not told',
    file: 'packages/llm/src/canonical/losses.ts',
    edit: (text) => text.replace('!== null)', '=== null)'),
    asked: { suite: 'unit', file: 'packages/llm/src/conformance/losses.test.ts' },
  },
  {
    name: 'a loss in a stream that is not recorded',
    file: `${server}/codec/answer/translation.ts`,
    edit: (text) => text.replace("told, 'streamed') !== null", "told, 'streamed') === 'never'"),
    asked: { suite: 'ports', file: `${server}/gateway/tests/lost-content.integration.test.ts` },
  },
  {
    name: 'a hold of zero',
    file: `${server}/gateway/4-reserve.ts`,
    edit: (text) => text.replace('  amount: wanted.amount,', '  amount: zero,'),
    asked: { suite: 'ports', file: `${server}/gateway/tests/held-money.integration.test.ts` },
  },
  {
    name: 'a broken answer that is given away',
    file: `${server}/charging/settlement.ts`,
    edit: (text) =>
      text.replace("{ row: facts.kind, action: 'charge', ", "{ row: facts.kind, action: 'free', "),
    asked: { suite: 'unit', file: `${server}/charging/settlement.test.ts` },
  },
  {
    name: 'a message that is delivered before it is',
    file: `${server}/domain/outbox/deliver-due.ts`,
    edit: (text) => text.replace("outcome === 'delivered') return", "outcome !== 'never') return"),
    asked: { suite: 'sqlite', file: `${server}/domain/outbox/outbox.integration.test.ts` },
  },
  {
    name: 'a write beside one’s own transaction',
    file: `${server}/db/transactions.ts`,
    edit: (text) => text.replace('.getStore()?.ended === false)', '.getStore()?.ended === null)'),
    asked: { suite: 'sqlite', file: `${server}/db/connection.integration.test.ts` },
  },
  {
    name: 'a stream that holds what it likes',
    file: `${server}/gateway/relay/relay-stream.ts`,
    edit: (text) => text.replace('if (this.#finished || this.#memory.hasRoom(', 'if (true || ('),
    asked: { suite: 'ports', file: `${server}/gateway/tests/memory.integration.test.ts` },
  },
  {
    name: 'a stall of the event loop',
    file: step,
    edit: (text) =>
      text.replace(
        '  const facts = await factsOf',
        '  JSON.stringify(Array.from({ length: 4 }, () => JSON.parse(body.toString())))\n  const facts = await factsOf',
      ),
    asked: {
      suite: 'ports',
      file: 'apps/server/src/gateway/tests/cost/long-bodies.integration.test.ts',
    },
  },
  {
    name: 'a body that is kept for ever',
    file: step,
    edit: (text) =>
      `${text.replace('  const facts = await factsOf', '  kept.push(body)\n  const facts = await factsOf')}\nconst kept: Buffer[] = []\n`,
    asked: { suite: 'ports', file: 'apps/server/src/gateway/tests/memory.integration.test.ts' },
  },
  {
    name: 'an answer that ends behind its charge',
    file: `${server}/gateway/6-settle.ts`,
    edit: (text) =>
      text.replace(
        /(  await asked\.outcome\.deliver.*\n)(  const charged = await charging\n)/,
        '$2$1',
      ),
    asked: {
      suite: 'ports',
      file: `${server}/gateway/tests/ends/ends-before-charges.integration.test.ts`,
    },
  },
]

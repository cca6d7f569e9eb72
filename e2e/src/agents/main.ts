import { type DialectName, dialectNames } from '@posthouse/llm/dialect'
import { openStand, type Stand } from '@posthouse/testkit/stand'
import { type Agent, agents } from './agents.ts'
import { installed } from './install.ts'
import { type Outcome, writeOutcome } from './outcome-page.ts'
import { tryAgent } from './try-agent.ts'

/*
 * Programs that work on files, unmodified and from npm: each calls tools that write a file, of its own and of an MCP
 * server, and takes their results, in its own dialect, over a channel of each of the four. Not part of `npm test`: they are
 * large, and change without us. The outcome goes into docs/clients.md.
 */

process.env['POSTHOUSE_TEST_DATABASE'] ??= 'sqlite'

const modelOver = (upstream: DialectName, agent: DialectName): string =>
  `sandbox/${agent}-over-${upstream}`

/**
 * A channel for each pair. Where the dialects differ, the upstream thinks and refuses a turn without what
 * it signed; in its own dialect that is between the agent and its vendor, and it may not have asked.
 */
async function addChannels(stand: Stand): Promise<void> {
  for (const upstream of dialectNames) {
    for (const agent of agents) {
      const { dialect } = agent
      const model = modelOver(upstream, dialect)
      const prefixes = new Set(agent.writes('', '').map(({ known = '' }) => known))
      const models = [...prefixes].map((known) => model.replace('/', `/${known}`))
      const signs = upstream !== 'openai-chat' && upstream !== dialect
      const sandbox = signs ? { reasoning: 8, signed: 1 } : {}
      await stand.root.client.createChannel({
        body: {
          type: 900,
          name: model,
          group: ['default'],
          models,
          model_mapping: JSON.stringify(
            Object.fromEntries(models.map((name) => [name, 'sandbox/chat'])),
          ),
          key: '',
          base_url: 'sandbox://local',
          plugin: JSON.stringify({ dialects: [upstream], sandbox }),
        },
      })
    }
  }
}

async function outcomeOf(agent: Agent, stand: Stand, key: string): Promise<Outcome> {
  const { program, version } = await installed(agent)
  const passed = new Map<DialectName, boolean>()
  for (const upstream of dialectNames) {
    const model = modelOver(upstream, agent.dialect)
    const site = stand.product.address
    const failed = await tryAgent(agent, program, { site, key, model })
    console.log(`${failed === null ? '✓' : '✗'} ${agent.name} ${version} over ${upstream}`)
    if (failed !== null) console.log(failed)
    passed.set(upstream, failed === null)
  }
  const byDialect = Object.fromEntries(passed) as Outcome['passed']
  return { agent: agent.name, version, dialect: agent.dialect, passed: byDialect }
}

const stand = await openStand()
try {
  await addChannels(stand)
  const { key } = await stand.customer()
  const outcomes: Outcome[] = []
  for (const agent of agents) outcomes.push(await outcomeOf(agent, stand, key))
  writeOutcome(outcomes)
  const differences = await stand.books.differences()
  if (differences.length > 0) console.log('the books do not add up', differences)
  const all = outcomes.flatMap(({ passed }) => Object.values(passed))
  const failed = all.filter((ok) => !ok).length
  console.log(`${all.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || differences.length > 0 ? 1 : 0
} finally {
  await stand[Symbol.asyncDispose]()
}

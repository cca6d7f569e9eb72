import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { openStand, type Stand } from '@posthouse/testkit/stand'
import { type Agent, agents } from './agents.ts'
import { installed } from './install.ts'
import { type Outcome, type Upstream, upstreams, writeOutcome } from './outcome-page.ts'
import { openReseller } from './reseller.ts'
import { tryAgent } from './try-agent.ts'

/*
 * Programs that work on files, unmodified and from npm: each calls tools that write a file, of its own and of an MCP
 * server, and takes their results, in its own dialect, over a channel of each of the four, and over one of
 * type OpenAI whose address has chat completions alone. Not part of `npm test`: they are
 * large, and change without us. The outcome goes into docs/clients.md.
 */

process.env['POSTHOUSE_TEST_DATABASE'] ??= 'sqlite'

const modelOver = (upstream: Upstream, agent: DialectName): string =>
  `sandbox/${agent}-over-${upstream}`

type Pair = { readonly agent: Agent; readonly upstream: Upstream }

/** The models of a pair, each served as the same model of the sandbox. */
function modelsOf({ agent, upstream }: Pair) {
  const model = modelOver(upstream, agent.dialect)
  const prefixes = new Set(agent.writes('', '').map(({ known = '' }) => known))
  const models = [...prefixes].map((known) => model.replace('/', `/${known}`))
  const mapping = Object.fromEntries(models.map((name) => [name, 'sandbox/chat']))
  return { name: model, group: ['default'], models, model_mapping: JSON.stringify(mapping) }
}

/**
 * A channel for each pair. Where the dialects differ, the upstream thinks and refuses a turn without what
 * it signed; in its own dialect that is between the agent and its vendor, and it may not have asked.
 */
async function addChannels({ root }: Stand, reseller: Reseller): Promise<void> {
  for (const agent of agents) {
    for (const upstream of dialectNames) {
      const signs = upstream !== 'openai-chat' && upstream !== agent.dialect
      const sandbox = signs ? { reasoning: 8, signed: 1 } : {}
      await root.client.createChannel({
        body: {
          ...modelsOf({ agent, upstream }),
          type: 900,
          key: '',
          base_url: 'sandbox://local',
          plugin: JSON.stringify({ dialects: [upstream], sandbox }),
        },
      })
    }
    await root.client.createChannel({
      body: {
        ...modelsOf({ agent, upstream: 'reseller' }),
        type: 1,
        key: reseller.key,
        base_url: reseller.url,
      },
    })
  }
}

type Reseller = { readonly url: string; readonly key: string }

async function outcomeOf(agent: Agent, stand: Stand, key: string): Promise<Outcome> {
  const { program, version } = await installed(agent)
  const passed = new Map<Upstream, boolean>()
  for (const upstream of upstreams) {
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
const reseller = await openReseller(stand.product.address)
try {
  const { key } = await stand.customer()
  await addChannels(stand, { url: reseller.url, key })
  const outcomes: Outcome[] = []
  for (const agent of agents) outcomes.push(await outcomeOf(agent, stand, key))
  writeOutcome(outcomes)
  const differences = await stand.books.differences()
  if (differences.length > 0) console.log('the books do not add up', differences)
  if (reseller.refused.size > 0) console.log('the reseller was asked for', [...reseller.refused])
  const all = outcomes.flatMap(({ passed }) => Object.values(passed))
  const failed = all.filter((ok) => !ok).length
  console.log(`${all.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || differences.length + reseller.refused.size > 0 ? 1 : 0
} finally {
  await reseller[Symbol.asyncDispose]()
  await stand[Symbol.asyncDispose]()
}

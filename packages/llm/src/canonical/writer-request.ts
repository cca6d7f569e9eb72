import type { ModelRequest, Tool } from './request.ts'

/** No supplier takes a tenth of so many, or of such names. */
const nameCharactersMax = 512 * 1024
/** The parts of a tool beside its name. */
const toolCharacters = 32

/** The part of a request that the writer of any answer reads: little, however long it is. */
export const writerRequest = (request: ModelRequest): ModelRequest => ({
  ...request,
  messages: [],
  tools: namesOf(request.tools),
  toolChoice: null,
  stop: [],
  format: null,
  reasoning: null,
  cacheKey: null,
  endUser: null,
  tier: null,
  rest: {},
  lost: [],
})

/** The caller's names of its tools, which suppliers may have to call otherwise. */
function namesOf(tools: readonly Tool[]): readonly Tool[] {
  let left = nameCharactersMax
  return tools.flatMap(({ name, own }): Tool[] => {
    left -= name.length + (own?.name.length ?? 0) + (own?.namespace?.length ?? 0) + toolCharacters
    if (left < 0) return []
    const callers = own === undefined ? {} : { own: { ...own, given: {}, group: null } }
    return [{ name, description: null, parameters: null, strict: null, ...callers }]
  })
}

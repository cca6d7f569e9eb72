import type { ModelEvent, TokenLogprob } from '../../canonical/event.ts'
import { type Fields, listOf, numberOf, textOf } from '../../bytes/fields.ts'
import { camelled } from './spelling.ts'

/** `logprobsResult` of a candidate: https://ai.google.dev/api/generate-content#LogprobsResult */
export function logprobsOf(candidate: Fields, answer: number): ModelEvent[] {
  const result = camelled(candidate['logprobsResult']) ?? {}
  const tops = listOf(result['topCandidates'])
  const tokens = listOf(result['chosenCandidates']).map((chosen, step) => ({
    ...tokenOf(chosen),
    top: listOf(camelled(tops[step])?.['candidates']).map(tokenOf),
  }))
  return tokens.length === 0 ? [] : [{ kind: 'logprobs', answer, tokens }]
}

type TokenCandidate = TokenLogprob['top'][number]

function tokenOf(value: unknown): TokenCandidate {
  const fields = camelled(value)
  return {
    token: textOf(fields?.['token']) ?? '',
    logprob: numberOf(fields?.['logProbability']) ?? 0,
    bytes: null,
  }
}

export const encodeLogprobs = (tokens: readonly TokenLogprob[]): Fields => ({
  topCandidates: tokens.map(({ top }) => ({ candidates: top.map(encodeToken) })),
  chosenCandidates: tokens.map(encodeToken),
})

const encodeToken = ({ token, logprob }: TokenCandidate): Fields => ({
  token,
  logProbability: logprob,
})

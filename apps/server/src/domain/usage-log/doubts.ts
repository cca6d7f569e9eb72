import { Doubt } from '@posthouse/contract/log'
import { z } from 'zod'

const Doubts = z.array(Doubt)

/** The figures of a row that were not believed. */
export const doubtsIn = ({ doubts }: { readonly doubts: string }): Doubt[] =>
  doubts === '' ? [] : Doubts.parse(JSON.parse(doubts))

import type { Channel } from '../../domain/channels/channel.ts'
import { emptyAnswer } from '../../upstream/attempt-failure.ts'
import { bufferOf } from '../../lib/bytes.ts'
import { pieceOf, type PieceWay, pieceReport } from './pieces.ts'
import type { BodyWorkers } from '../body-workers.ts'
import type { AnswerPassage } from './answer.ts'
import { toldBy } from './event-answer.ts'
import { noAnswer } from './heard-answer.ts'
import { checked, type PassageWork } from './passage.ts'
import { beginsWithList, lastObject, tierInTail } from './scan/scan.ts'

export type PieceAnswerWork = PassageWork & {
  readonly channel: Channel
  readonly way: PieceWay
  readonly bodies: Pick<BodyWorkers, 'piece'>
}

/** Forwards an answer in one piece unchanged to a client of the same dialect, else translates it. */
export const pieceAnswer = (work: PieceAnswerWork): AnswerPassage => ({
  read: async (body, tell) => {
    if (body.length === 0) return { failure: emptyAnswer }
    const found = await work.bodies.piece(work.way, body, toldBy(work, tell))
    if (found.kind !== 'piece') return noAnswer(found, work.channel)
    return { body: found.body === null ? body : bufferOf(found.body) }
  },
  passing: passingOf(work),
})

/** Enough to recognize the form of an answer. */
const firstBytes = 64 * 1024

/** An answer too long to keep is forwarded if it begins as expected. */
function passingOf(work: PieceAnswerWork): AnswerPassage['passing'] {
  if (work.way.from !== work.way.to) return null
  const piece = pieceOf(work.way)
  return {
    begins: (first) =>
      beginsWithList(first, piece.longList) &&
      piece.form?.begins(first.toString('latin1', 0, firstBytes), work.way.asked) !== false,
    usageInTail: (tail) => {
      const text = tail.toString('latin1')
      const usage = lastObject(text, piece.usageField)
      const reported = pieceReport(work.way, usage, tierInTail(text))
      return reported === null ? null : checked(reported, work, { saidBytes: () => 0 })
    },
  }
}

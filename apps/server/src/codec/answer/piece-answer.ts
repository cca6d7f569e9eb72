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

/** An answer in one piece: as it came for a client who speaks the same, else written anew. */
export const pieceAnswer = (work: PieceAnswerWork): AnswerPassage => ({
  read: async (body, tell) => {
    if (body.length === 0) return { failure: emptyAnswer }
    const found = await work.bodies.piece(work.way, body, toldBy(work, tell))
    if (found.kind !== 'piece') return noAnswer(found, work.channel)
    return { body: found.body === null ? body : bufferOf(found.body) }
  },
  passing: passingOf(work),
})

/** The form of an answer shows in its beginning. */
const firstBytes = 64 * 1024

/** One that is too long to keep goes on when it begins as what it is of. */
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

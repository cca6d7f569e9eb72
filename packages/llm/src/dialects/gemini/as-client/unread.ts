import { type Fields, fieldsOf, objectsIn } from '../../../parts/fields.ts'
import { textsWithin, type Unread } from '../../../parts/unread.ts'

const inCandidates = (answer: Fields): string[] =>
  objectsIn(answer['candidates']).flatMap((candidate) =>
    objectsIn(fieldsOf(candidate['content'])?.['parts']).flatMap((part) =>
      textsWithin(fieldsOf(part['executableCode'] ?? part['executable_code'])?.['code']),
    ),
  )

/** Code that its own service runs. */
export const unread: Unread = {
  marks: ['executableCode', 'executable_code'],
  inAnswer: inCandidates,
  inEvent: inCandidates,
}

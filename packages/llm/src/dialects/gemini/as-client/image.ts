import type { EditRequest, ImageAnswer, ImageRequest } from '../../../operations/image.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { fieldsOf, objectsIn, textOf } from '../../../bytes/fields.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'
import { failureOf } from '../failures.ts'

/** The shapes that OpenAI's sizes have: https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios. */
const ratios: Readonly<Record<string, string>> = {
  '1024x1024': '1:1',
  '1536x1024': '3:2',
  '1024x1536': '2:3',
  '1792x1024': '16:9',
  '1024x1792': '9:16',
}

/** `generateContent` of a model that answers with pictures. It makes one at a time. */
export const image: PieceAsClient<ImageRequest, ImageAnswer> = {
  cannot: ({ count }) =>
    count === 1
      ? null
      : invalidField('n', 'one picture is expected: this model makes one at a time'),
  body: ({ prompt, size }) => {
    const ratio = ratios[size ?? '']
    return {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        ...(ratio !== undefined && { imageConfig: { aspectRatio: ratio } }),
      },
    }
  },
  renamed: () => ({}),
  failure: (answer) =>
    (answer['error'] ?? null) === null ? null : failureOf(200, JSON.stringify(answer)),
  gives: ({ candidates }) => picturesIn(candidates).length > 0,
  answer: ({ candidates }) => ({ pictures: picturesIn(candidates) }),
  usageField: 'usageMetadata',
  longList: 'candidates',
}

function picturesIn(candidates: unknown): { base64: string }[] {
  const parts = objectsIn(candidates).flatMap(({ content }) =>
    objectsIn(fieldsOf(content)?.['parts']),
  )
  return parts.flatMap((part) => {
    const base64 = textOf(fieldsOf(part['inlineData'] ?? part['inline_data'])?.['data'])
    return base64 === null ? [] : [{ base64 }]
  })
}

/** Pictures stand before the text about them: https://ai.google.dev/gemini-api/docs/image-generation#image-editing. */
export const edit: PieceAsClient<EditRequest, ImageAnswer> = {
  ...image,
  body: ({ pictures, ...request }) => ({
    ...image.body(request),
    contents: [
      {
        role: 'user',
        parts: [
          ...pictures.map(({ base64, type }) => ({ inlineData: { mimeType: type, data: base64 } })),
          { text: request.prompt },
        ],
      },
    ],
  }),
}

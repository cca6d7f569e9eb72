import ts from 'typescript'
import { wordEndings } from '../words.ts'

const endingsOf = new Map<string, readonly string[]>(Object.entries(wordEndings))

/** Keys of the texts that a call says by their beginning: `deletes({ words: 'token' })`. */
export function wordsIn(node: ts.Node): readonly string[] {
  if (!ts.isCallExpression(node)) return []
  const endings = endingsOf.get(node.expression.getText()) ?? []
  const [given] = node.arguments
  if (given === undefined || !ts.isObjectLiteralExpression(given)) return []
  return given.properties
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => name.getText() === 'words')
    .flatMap(({ initializer }) =>
      ts.isStringLiteralLike(initializer) ? endings.map((ending) => initializer.text + ending) : [],
    )
}

import ts from 'typescript'
import { expect, it } from 'vitest'
import { zhCn } from '../i18n/zh-cn.ts'
import { wordsIn } from './testing/words-in.ts'
import type { Words } from './words.ts'

const wordsOf = (source: string): readonly string[] => {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    found.push(...wordsIn(node))
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

it('a call that says texts by their beginning uses each of them', () => {
  expect(wordsOf("asks({ id: 'a', words: 'token.rotate', run })")).toEqual([
    'token.rotate',
    'token.rotateTitle',
    'token.rotateConsequence',
  ])
  expect(wordsOf("[...switches({ change: changing({ ...calls, words: 'token' }) })]")).toEqual([
    'token.one',
    'token.many',
    'token.nothingChanged',
  ])
})

it('another call, or one that says nothing, uses none', () => {
  expect(wordsOf("draws({ words: 'token' }); deletes({ word: 'token' }); deletes()")).toEqual([])
})

it('a beginning without one of its texts does not compile', () => {
  const complete: Words<'declareNoun'> = 'token'
  // @ts-expect-error A log deletes nothing: it has no words for it.
  const incomplete: Words<'deletes'> = 'log'
  expect(zhCn[complete].lead).not.toBe('')
  expect(zhCn[incomplete]).not.toHaveProperty('deleteTitle')
})

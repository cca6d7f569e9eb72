import { expect, test } from 'vitest'
import { bytesMost, fitOf } from './attach.ts'

const file = (name: string, type: string, size = 10) => ({ name, type, size })

test.each([
  ['a picture', file('a.png', 'image/png'), ['image'], 'image'],
  ['a picture for a model without eyes', file('a.png', 'image/png'), ['text'], 'notTaken'],
  ['a picture that is too big', file('a.png', 'image/png', bytesMost.image + 1), ['image'], 'size'],
  ['a drawing is text', file('a.svg', 'image/svg+xml'), [], 'text'],
  ['code by its ending', file('a.rs', ''), [], 'text'],
  ['a document', file('a.pdf', 'application/pdf'), ['file'], 'file'],
  ['a document that the model does not take', file('a.pdf', 'application/pdf'), [], 'notTaken'],
  ['anything else', file('a.exe', 'application/octet-stream'), ['image', 'file'], 'kind'],
])('%s', (_, known, takes, expected) => {
  const fit = fitOf(known, takes)
  expect('kind' in fit ? fit.kind : fit.fault).toBe(expected)
})

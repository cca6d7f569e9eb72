import { expect, test } from 'vitest'
import { mathMarks } from './math-marks.ts'

test.each([
  ['dollars in a line', 'so $x^2$ grows', 'so $$x^2$$ grows'],
  ['parentheses', String.raw`so \( x^2 \) grows`, 'so $$x^2$$ grows'],
  ['brackets', String.raw`so \[ x \] grows`, 'so \n\n$$\nx\n$$\n\n grows'],
  ['a block', 'a\n$$\nx\n$$\nb', 'a\n$$\nx\n$$\nb'],
  ['two dollars in a line', 'a $$x$$ b', 'a $$x$$ b'],
  ['prices', 'from $5 to $6, or $7', 'from $5 to $6, or $7'],
  ['one price', 'it costs $5.', 'it costs $5.'],
  ['a dollar that says it is one', String.raw`\$x\$`, String.raw`\$x\$`],
  ['code in a line', 'set `$a$` and `\\(b\\)`', 'set `$a$` and `\\(b\\)`'],
  ['a block of code', '```sh\necho $a$\n```\n$b$', '```sh\necho $a$\n```\n$$b$$'],
  ['a block of code that is still open', '```sh\necho $a$', '```sh\necho $a$'],
])('%s', (_, text, read) => {
  expect(mathMarks(text)).toBe(read)
})

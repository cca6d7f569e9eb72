import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Fonts and pictures are no modules: the bundler's list of licences does not know them. */
const fonts = [
  '@fontsource/roboto',
  '@fontsource/roboto-mono',
  '@fontsource-variable/noto-sans-sc',
] as const

const resolve = createRequire(import.meta.url).resolve

const fontNotice = (name: string): string => {
  const folder = dirname(resolve(`${name}/package.json`))
  const text = readFileSync(join(folder, 'LICENSE'), 'utf8')
  return `\n## ${name}\n\n${text.trim()}\n`
}

/** https://spdx.org/licenses/MIT.html, as the packages' own repositories have it. */
const mit = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

/** Who holds the rights in a package that is published without its licence's text: the author it names. */
const holders: Readonly<Record<string, string>> = {
  '@lobehub/icons-static-svg': 'LobeHub (https://github.com/lobehub/lobe-icons)',
  '@uiw/codemirror-extensions-basic-setup':
    'kenny wong (https://github.com/uiwjs/react-codemirror)',
  '@uiw/react-codemirror': 'kenny wong (https://github.com/uiwjs/react-codemirror)',
  'remark-math': 'Junyoung Choi (https://rokt33r.github.io)',
}

/** The bundler's list with a text in every entry. Throws where none is known: a build carries no work without it. */
export function withTexts(list: string): string {
  const [head = '', ...entries] = list.split(/^(?=## )/m)
  return head + entries.map(withText).join('')
}

function withText(entry: string): string {
  const [title = '', ...text] = entry.split('\n')
  if (text.join('').trim() !== '') return entry
  const [, name = '', licence = ''] = /^## (\S+) - .* \((.*)\)$/.exec(title) ?? []
  const holder = holders[name]
  if (holder === undefined || licence !== 'MIT') throw new Error(`no text of the licence: ${title}`)
  return `${title}\n\n${mit(holder)}\n`
}

/** The notices of all that is shipped, whole, in the file of the bundler's list. */
export const wholeLicences = (fileName: string): Plugin => ({
  name: 'whole-licences',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const path = join(dir, fileName)
    const list = readFileSync(path, 'utf8').trimEnd()
    writeFileSync(path, `${withTexts(`${list}\n`)}${fonts.map(fontNotice).join('')}`)
  },
})

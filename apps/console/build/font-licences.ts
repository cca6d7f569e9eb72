import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Fonts and pictures are no modules: the bundler's list of licences does not know them. */
const packages = [
  '@fontsource/roboto',
  '@fontsource/roboto-mono',
  '@fontsource-variable/noto-sans-sc',
] as const

const resolve = createRequire(import.meta.url).resolve

const noticeOf = (name: string): string => {
  const folder = dirname(resolve(`${name}/package.json`))
  const text = readFileSync(join(folder, 'LICENSE'), 'utf8')
  return `## ${name}\n\n${text.trim()}\n`
}

/** The notices of what is shipped beside the code, as `licenses-fonts.txt`. */
export const fontLicences = (): Plugin => ({
  name: 'font-licences',
  apply: 'build',
  generateBundle() {
    const source = `# Fonts in this build\n\n${packages.map(noticeOf).join('\n')}`
    this.emitFile({ type: 'asset', fileName: 'licenses-fonts.txt', source })
  },
})

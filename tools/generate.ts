import { readFileSync, writeFileSync } from 'node:fs'
import { addAPage } from './add-a-page.ts'
import { errorsPage } from './errors-page.ts'
import { lifecyclePage } from './lifecycle-page.ts'

/** Writes the pages that are made from code. A test fails when one of them is stale. */
writeFileSync('docs/errors.md', errorsPage())
writeFileSync('docs/add-a-page.md', addAPage())
writeFileSync('docs/lifecycle.md', lifecyclePage(readFileSync('docs/lifecycle.md', 'utf8')))

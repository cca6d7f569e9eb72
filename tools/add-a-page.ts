import { readFileSync } from 'node:fs'

const folder = 'apps/console/src/pages/kit/rider'

/** The example: a list and a form that run in the kit's gallery. */
export const exampleFiles = [`${folder}/rider-page.tsx`, `${folder}/rider-create.tsx`] as const

const quoted = (path: string): string => {
  const text = readFileSync(path, 'utf8').trimEnd()
  return `\`${path}\`\n\n\`\`\`tsx\n${text}\n\`\`\``
}

/** docs/add-a-page.md: how a list with a form is made, with the code of the example as it is. */
export function addAPage(): string {
  return `# Add a page

A list with its form is two files and fewer than 150 lines. The example below runs in the kit's gallery: start \`npm run dev\` and open
\`/panel/_kit#list\`. This page is made by \`npm run generate\` from the code that runs there.

1. **Contract.** \`packages/contract/src/<noun>.ts\` has the row, the input and the sorts (\`listQuery(sorts, filters)\`);
   \`calls/<noun>s.ts\` the calls: method, path, who may, schemas. A page imports the calls that it makes, and loads no others. Field messages are keys of \`field-messages.ts\`, in both languages.
2. **Server.** \`apps/server/src/api/<noun>/<verb>-<noun>.ts\` and a line in \`handlers.ts\`. Access, checks of input, the envelope and the
   tests of access come with the table of calls.
3. **Address and menu.** \`paths.ts\`, \`menu.ts\` (set \`built\`), and a route in \`routes/panel-pages.ts\` behind \`guard('user' | 'admin' | 'root')\`,
   made with \`page([areas], code)\`: the page loads with the texts of these areas, and a test says which it shows.
4. **Texts.** \`i18n/zh/<area>.ts\` and \`i18n/en/<area>.ts\`, and a line for each in \`zh-cn.ts\` and \`en-us.ts\`. A part of a page that comes
   later (\`lazy\`) brings texts of its own by \`withTexts\`. A test finds keys that differ, texts that nothing shows, and words that stand in components.
5. **The list.** A \`ListSpec\` outside the component, \`useList\`, \`useRead\`, columns, \`QueryTable\`. Filters, sorting, paging, the open row and
   the way back are in the address without another line. More of it, when wanted:
   - \`actions\` (a menu for each row), \`bulk\` (check boxes and a bar, "all n results" included), \`download\` (a file of the filter), \`strip\` (sums);
   - \`paging: 'cursor'\` in the spec for lists that grow without end;
   - \`PeekPanel\` for the row that is open; \`pages/token/token-peek.tsx\` is the one to mirror.
6. **The form.** \`useContractForm\` with the schema of the contract, inputs of \`forms/kit\`, \`FormDialog\`. Messages under fields, refusals of
   the server, focus on the first error and the question before input is lost come with it. Long forms give \`sections\`; what can be
   tried before it is saved gives \`test\`.
7. **What cannot be undone** asks through \`useConfirm\` and names the object. What can be is done at once, with a notice that takes it back.
8. **Tests.** Add the path to \`e2e/src/browser/every-page.spec.ts\` and its dialogs to \`overlays.spec.ts\`; then look at it at 1280 and 390
   px, in both themes and languages.

## The list

${quoted(exampleFiles[0])}

## The form

${quoted(exampleFiles[1])}
`
}

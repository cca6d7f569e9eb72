import { readFileSync } from 'node:fs'

const folder = 'apps/console/src/pages/kit/rider'

/** The example: a noun and a form that run in the kit's gallery. */
export const exampleFiles = [`${folder}/rider-page.tsx`, `${folder}/rider-create.tsx`] as const

/** The server's half of a noun: the declaration, its calls and its file, as a test runs them. */
export const serverExample = 'apps/server/src/api/noun/testing/rider-noun.ts'

const quoted = (path: string): string => {
  const text = readFileSync(path, 'utf8').trimEnd()
  return `\`${path}\`\n\n\`\`\`tsx\n${text}\n\`\`\``
}

/** docs/add-a-page.md: how a noun and its form are made, with the code of the examples as it is. */
export function addAPage(): string {
  return `# Add a page

A list with its panel, menus, bulk bar and form is two files and fewer than 150 lines in the console, and 60 on the server. The example below runs in the kit's gallery: start \`npm run dev\` and open
\`/panel/_kit#list\`; its server's half runs in a test. This page is made by \`npm run generate\` from the code that runs there.

1. **Contract.** \`packages/contract/src/<noun>.ts\` has the row, the input and the sorts (\`listQuery(sorts, filters)\`);
   \`calls/<noun>s.ts\` the calls: method, path, who may, schemas. A page imports the calls that it makes, and loads no others. Field messages are keys of \`field-messages.ts\`, in both languages.
2. **Server.** \`declareNoun\` in \`apps/server/src/domain/<noun>s/<noun>-noun.ts\`: \`domain/noun/declaration.ts\` says what can be declared. List,
   one, search, change of many, undo, deletion and file follow, each for the caller's rows alone; \`api/<noun>/<noun>-calls.ts\` makes the calls of it,
   and a line in \`api/noun/nouns.ts\` lets a change be taken back. The noun's other calls are in the same file, which ends with a table of
   all of them; \`handlers.ts\` has a line for the table. Access, checks of input, the envelope and the tests of access come with the table of calls.
3. **Address and menu.** \`paths.ts\`, \`menu.ts\` (set \`built\`), and a route in \`routes/panel-pages.ts\` behind \`guard('user' | 'admin' | 'root')\`,
   made with \`page([areas], code)\`: the page loads with the texts of these areas, and a test says which it shows.
4. **Texts.** \`i18n/zh/<area>.ts\` and \`i18n/en/<area>.ts\`, and a line for each in \`zh-cn.ts\` and \`en-us.ts\`. A part of a page that comes
   later (\`lazy\`) brings texts of its own by \`withTexts\`. A test finds keys that differ, texts that nothing shows, and words that stand in components.
5. **The noun.** \`declareNoun\` outside of a component, and \`<NounPage>\`: \`noun/noun.ts\` says what can be declared. Table, cards on a
   phone, panel, row menu, check boxes with their bar ("all n results" included), notices and the question before what cannot be
   undone follow from it; filters, sorting, paging, the open row and the way back are in the address without another line.
   - \`columns\` in their order: \`card\` says what heads a card and what stands on it, \`optional\` what gives way; \`cells.tsx\` has the usual cells and columns;
   - \`words\` is the beginning of texts that every noun has (\`rider.lead\`, \`rider.deleteTitle\` …): one without them does not compile;
   - \`panel.facts\` are columns by their name and what only the panel shows; \`way\`, \`above\`, \`below\`, \`view\` and \`gone\` when wanted;
   - \`acts\`: \`edits\`, \`switches\`, \`asks\`, \`deletes\`, \`opens\`, or an act of your own with \`one\`, \`many\` and \`allows\` (a table of the contract);
   - \`calls: callsOf(riderCalls, { list, one, file, change, delete, deleteMany })\` for calls of the contract, which \`changing\` and \`deletes\` take as well;
   - \`calls.download\` (a file of the filter), \`strip\` (sums), \`above\` (a chart), \`useChoices\` (choices that are asked for), \`paging: 'cursor'\`
     for lists that grow without end; \`only: 'administrators'\` on a column or filter;
   - \`<noun>-entry.ts\`, and a line in \`layouts/palette/noun-entries.ts\`: the palette makes one and leads to one.
6. **The form.** \`useContractForm\` with the schema of the contract, inputs of \`forms/kit\`, \`FormDialog\`. Messages under fields, refusals of
   the server, focus on the first error and the question before input is lost come with it. Long forms give \`sections\`; what can be
   tried before it is saved gives \`test\`.
7. **What cannot be undone** asks (\`asks\`, \`deletes\`) and names the object. What can be is done at once (\`changing\`), with a notice that takes it back.
8. **Tests.** Add the path to \`e2e/src/browser/every-page.spec.ts\` and its dialogs to \`overlays.spec.ts\`; then look at it at 1280 and 390
   px, in both themes and languages.

## The noun on the server

At most 60 lines, where the product has two files: the declaration, and the calls.

${quoted(serverExample)}

## The noun in the console

${quoted(exampleFiles[0])}

## The form

${quoted(exampleFiles[1])}
`
}

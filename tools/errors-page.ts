import { errors } from '@posthouse/contract/errors'

/** docs/errors.md: every refusal with its status and its texts. */
export function errorsPage(): string {
  const rows = Object.entries(errors).map(
    ([code, { status, zh, en }]) => `| \`${code}\` | ${status} | ${en} | ${zh} |`,
  )
  return `# Refusals

Made from \`packages/contract/src/refusals/errors.ts\` by \`npm run generate\`. On \`/api\` a status of 200 means: the envelope says
\`success: false\` with the code. On the model APIs the texts are English and stand in the error shape of the dialect; every reply
carries \`x-request-id\`.

Refusals of the model APIs say what the official clients obey before they try again: \`x-should-retry\` is \`true\` where waiting
helps (408, 409, 429, 5xx) and \`false\` where it does not (an empty wallet, a body that is wrong, a model without a price, an
account of ours that the upstream refuses, a wait of more than a minute); \`retry-after\` (seconds) and \`retry-after-ms\` are there
where the time is known. What an upstream says of the three is passed on. Gemini's errors have the time as \`RetryInfo\` in
\`details\`, too.

| code | status | English | 中文 |
|---|--:|---|---|
${rows.join('\n')}
`
}

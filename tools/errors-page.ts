import { errors } from '@posthouse/contract/errors'

/** docs/errors.md: every refusal with its status and its texts. */
export function errorsPage(): string {
  const rows = Object.entries(errors).map(
    ([code, { status, zh, en }]) => `| \`${code}\` | ${status} | ${en} | ${zh} |`,
  )
  return `# Refusals

Made from \`packages/contract/src/errors.ts\` by \`npm run generate\`. On \`/api\` a status of 200 means: the envelope says
\`success: false\` with the code. On the model APIs the texts are English and stand in the error shape of the dialect; every reply
carries \`x-request-id\`.

| code | status | English | 中文 |
|---|--:|---|---|
${rows.join('\n')}
`
}

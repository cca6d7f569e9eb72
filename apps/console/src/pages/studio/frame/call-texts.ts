import type { StudioFile, WorkCall } from './studio.ts'

type Facts = {
  readonly server: string
  readonly call: WorkCall
  readonly files: readonly Pick<StudioFile, 'field' | 'name'>[]
}

type CallText = { readonly id: string; readonly name: string; readonly text: string }

/** Within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const valueOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The fields of a form, an entry of a list for each of its values. */
const fieldsOf = ({ body }: WorkCall): readonly (readonly [string, string])[] =>
  Object.entries(body).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value)
      ? value.map((entry) => [`${name}[]`, valueOf(entry)])
      : [[name, valueOf(value)]],
  )

function curl({ server, call, files }: Facts): string {
  const lines = [
    `curl ${quoted(`${server}${call.path}`)}`,
    '-H "Authorization: Bearer $POSTHOUSE_KEY"',
    ...(call.form
      ? [
          ...fieldsOf(call).map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
          ...files.map(({ field, name }) => `-F ${quoted(`${field}=@${name}`)}`),
        ]
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(call.body, null, 2))}`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

function python({ server, call, files }: Facts): string {
  const address = JSON.stringify(`${server}${call.path}`)
  const head = [
    'import os',
    ...(call.form ? [] : ['import json']),
    'import requests',
    '',
    'answer = requests.post(',
    `    ${address},`,
    '    headers={"Authorization": f"Bearer {os.environ[\'POSTHOUSE_KEY\']}"},',
  ]
  const body = call.form
    ? [
        `    data=${pairs(fieldsOf(call))},`,
        `    files=[${files
          .map(
            ({ field, name }) => `(${JSON.stringify(field)}, open(${JSON.stringify(name)}, "rb"))`,
          )
          .join(', ')}],`,
      ]
    : [`    json=json.loads(r'''${JSON.stringify(call.body, null, 2)}'''),`]
  return [...head, ...body, ')', 'answer.raise_for_status()'].join('\n')
}

const pairs = (fields: readonly (readonly [string, string])[]): string =>
  `[${fields.map(([name, value]) => `(${JSON.stringify(name)}, ${JSON.stringify(value)})`).join(', ')}]`

function typescript({ server, call, files }: Facts): string {
  const address = JSON.stringify(`${server}${call.path}`)
  const form = [
    ...(files.length > 0 ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    'const form = new FormData()',
    ...fieldsOf(call).map(
      ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    ...files.map(
      ({ field, name }) =>
        `form.append(${JSON.stringify(field)}, await openAsBlob(${JSON.stringify(name)}), ${JSON.stringify(name)})`,
    ),
    '',
  ]
  return [
    ...(call.form ? form : []),
    `const answer = await fetch(${address}, {`,
    "  method: 'POST',",
    '  headers: {',
    '    authorization: `Bearer ${process.env.POSTHOUSE_KEY}`,',
    ...(call.form ? [] : ["    'content-type': 'application/json',"]),
    '  },',
    call.form
      ? '  body: form,'
      : `  body: JSON.stringify(${JSON.stringify(call.body, null, 2).replaceAll('\n', '\n  ')}),`,
    '})',
  ].join('\n')
}

/** A call as code that can be run. The key comes from the environment. */
export const callTexts = (facts: Facts): readonly CallText[] => [
  { id: 'curl', name: 'curl', text: curl(facts) },
  { id: 'python', name: 'Python', text: python(facts) },
  { id: 'typescript', name: 'TypeScript', text: typescript(facts) },
]

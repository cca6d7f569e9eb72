import { createSign, createVerify, type KeyObject } from 'node:crypto'

/*
 * RSA2, by hand: Alipay's library loads urllib, which changes the sockets of every undici client in the process, those of
 * calls to suppliers among them.
 */

type AlipayParams = Readonly<Record<string, string>>

const joined = (params: AlipayParams, left: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => !left.includes(name))
    .toSorted()
    .map((name) => `${name}=${params[name] ?? ''}`)
    .join('&')

/** The parameters of a request, none of them empty, with their signature. */
export function signedParams(params: AlipayParams, key: KeyObject): AlipayParams {
  const all = { ...params, sign_type: 'RSA2' }
  const sign = createSign('RSA-SHA256')
    .update(joined(all, ['sign']), 'utf8')
    .sign(key, 'base64')
  return { ...all, sign }
}

/** Whether Alipay signed the parameters of a notice, with SHA-256: the notice itself names its way, and SHA-1 is of old. */
export const isSignedNotice = (params: AlipayParams, key: KeyObject): boolean =>
  params['sign_type'] === 'RSA2' &&
  isRight(joined(params, ['sign', 'sign_type']), params['sign'] ?? '', key)

/** The text of an answer under its name, if Alipay signed it. Null: it did not. */
export function signedText(
  raw: string,
  { name, sign }: { readonly name: string; readonly sign: string },
  key: KeyObject,
): string | null {
  const from = raw.indexOf('{', raw.indexOf(`"${name}"`))
  const to = raw.lastIndexOf('}', raw.lastIndexOf('"sign"'))
  if (from < 1 || to < from) return null
  const text = raw.slice(from, to + 1)
  return isRight(text, sign, key) ? text : null
}

const isRight = (text: string, sign: string, key: KeyObject): boolean =>
  sign !== '' && createVerify('RSA-SHA256').update(text, 'utf8').verify(key, sign, 'base64')

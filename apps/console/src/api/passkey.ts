import { passkeyCalls } from '@posthouse/contract/calls/passkeys'
import type { InputOf } from '@posthouse/contract/endpoint'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { i18n } from '../i18n/index.ts'
import { call } from './client.ts'

/** Only in a secure context: over HTTPS, or at localhost. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

type Assertion = InputOf<typeof passkeyCalls.finishPasskeyLogin>['body']
type Made = InputOf<typeof passkeyCalls.finishPasskey>['body']

/** Asks the browser's user for a passkey of this site. */
export async function assertPasskey(): Promise<Assertion> {
  const options = await call(passkeyCalls.beginPasskeyLogin, {})
  // The server's library made them; the contract knows no more of them than that they are JSON.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await told(startAuthentication({ optionsJSON }))
  return { id, rawId, type: 'public-key', response }
}

/** Makes a passkey and stores it. */
export async function addPasskey(alias: string): Promise<void> {
  const options = await call(passkeyCalls.beginPasskey, { body: { alias } })
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await told(startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  const body: Made = {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  }
  await call(passkeyCalls.finishPasskey, { body })
}

/** The browser does not say why: cancelled, too late, and not found are one error, so that no site learns more. */
async function told<Result>(ceremony: Promise<Result>): Promise<Result> {
  try {
    return await ceremony
  } catch (cause) {
    throw new Error(i18n.t('security.passkeyStopped'), { cause })
  }
}

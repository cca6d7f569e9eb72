import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import type { PasskeyAssertion } from '@posthouse/contract/user'
import { Refusal } from '@posthouse/contract/refusal'
import type { z } from 'zod'
import type { Account } from '../../../domain/accounts/account.ts'
import type { Challenge } from '../../../domain/accounts/challenge-store.ts'
import type { Passkey } from '../../../domain/accounts/passkey-store.ts'
import type { Call } from '../../call.ts'

const minutes = 5

/** Ed25519, ES256 and RS256. Every authenticator supports at least one. */
const algorithms = [-8, -7, -257]

type Purpose = 'passkey-registration' | 'passkey-login'

/** The relying party: the configured address, or else the host that the browser called. */
function partyOf({ parts, origin }: Call): { id: string; name: string; origin: string } {
  const { ServerAddress, SystemName } = parts.snapshot.get().settings
  const address = [ServerAddress, origin].find((one) => URL.canParse(one))
  const url = new URL(address ?? 'http://localhost')
  return { id: url.hostname, name: SystemName, origin: url.origin }
}

/** The user handle. Not the username, which can change. */
const handleOf = (userId: bigint): string => Buffer.from(String(userId)).toString('base64url')

export async function registrationOptions(
  account: Account,
  { alias, known }: { alias: string; known: readonly Passkey[] },
  call: Call,
) {
  const party = partyOf(call)
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: account.username,
    userDisplayName: account.displayName === '' ? account.username : account.displayName,
    userID: Uint8Array.from(Buffer.from(handleOf(account.id), 'base64url')),
    challenge: await startChallenge('passkey-registration', call, {
      userId: account.id,
      content: alias,
    }),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export async function assertionOptions(call: Call) {
  return generateAuthenticationOptions({
    rpID: partyOf(call).id,
    userVerification: 'required',
    challenge: await startChallenge('passkey-login', call),
  })
}

async function startChallenge(
  purpose: Purpose,
  { parts }: Call,
  about: Partial<Challenge> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const secret = await parts.challenges.start(purpose, { ...about, minutes })
  return Uint8Array.from(Buffer.from(secret, 'base64url'))
}

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/** The new credential and its name. Refuses a registration that this user did not start. */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  userId: bigint,
  call: Call,
): Promise<{ credential: Registration['credential']; alias: string }> {
  const party = partyOf(call)
  let alias = ''
  const { registrationInfo: found } = await refusing(() =>
    verifyRegistrationResponse({
      response,
      supportedAlgorithmIDs: algorithms,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      expectedChallenge: async (challenge) => {
        const begun = await call.parts.challenges.take('passkey-registration', challenge)
        alias = begun?.content ?? ''
        return begun?.userId === userId
      },
    }),
  )
  if (found === undefined) throw new Refusal('passkey.invalid', {})
  return { credential: found.credential, alias }
}

/** The passkey of an assertion. Refuses an unknown passkey, another site, and a replay. */
export async function verifyAssertion(
  given: z.output<typeof PasskeyAssertion>,
  call: Call,
): Promise<Passkey> {
  const { userHandle, ...response } = given.response
  const { passkeys, challenges } = call.parts
  const party = partyOf(call)
  const passkey = await passkeys.find(given.id)
  if (passkey === null) throw new Refusal('passkey.invalid', {})
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: { ...given, response, clientExtensionResults: {} },
      credential: credentialOf(passkey),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      expectedChallenge: async (challenge) =>
        (await challenges.take('passkey-login', challenge)) !== null,
    }),
  )
  const isOwners = userHandle === undefined || userHandle === handleOf(passkey.userId)
  if (!verified || !isOwners || !(await passkeys.use(passkey, authenticationInfo.newCounter))) {
    throw new Refusal('passkey.invalid', {})
  }
  return passkey
}

const credentialOf = ({ credentialId, publicKey, counter }: Passkey): WebAuthnCredential => ({
  id: credentialId,
  publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
  counter,
})

/** Turns errors of the library into a refusal. */
async function refusing<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const inside = { why: error instanceof Error ? error.message : String(error) }
    throw new Refusal('passkey.invalid', {}, { inside })
  }
}

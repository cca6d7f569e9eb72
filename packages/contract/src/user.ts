import { z } from 'zod'
import { whenMissing } from './when-missing.ts'
import { filterText, Name, QuotaUnits, Seconds } from './scalars.ts'

export const roles = { guest: 0, ordinary: 1, administrator: 10, root: 100 } as const

/** Users with this role number or a higher one are administrators. */
export const administratorThreshold = roles.administrator

export const isAdministrator = (role: number): boolean => role >= administratorThreshold

export const identityProviders = ['github', 'wechat', 'lark', 'oidc', 'telegram'] as const
export type IdentityProvider = (typeof identityProviders)[number]

/** An account at another service, connected to one here. */
export const Binding = z.object({
  provider: z.enum(identityProviders),
  name: z.string(),
  created_time: Seconds,
})
export type Binding = z.output<typeof Binding>

export const Login = z.object({
  username: z
    .string({ error: whenMissing('login.username') })
    .trim()
    .min(1, 'login.username')
    .max(255),
  password: z
    .string({ error: whenMissing('login.password') })
    .min(1, 'login.password')
    .max(255),
})

/** The name that a new user signs in with. It cannot be an email address, since it might belong to someone else. */
export const Username = z
  .string({ error: whenMissing('user.username') })
  .trim()
  .min(1, 'user.username')
  .min(3, 'user.username-short')
  .max(12)
  .regex(/^[^\s@\p{C}]*$/u, 'user.username-characters')

export const NewPassword = z
  .string({ error: whenMissing('login.password') })
  .min(1, 'login.password')
  .min(8, 'user.password-short')
  .max(255)

/** Lower case, so that two spellings are one address. */
export const Email = z
  .string({ error: whenMissing('user.email') })
  .trim()
  .toLowerCase()
  .min(1, 'user.email')
  .max(255)
  .pipe(z.email('user.email-format'))

export const VerificationCode = z
  .string({ error: whenMissing('user.code') })
  .trim()
  .toUpperCase()
  .min(1, 'user.code')
  .max(64)

/** A code from an authenticator app, or a recovery code. */
export const SecondFactorCode = z.object({
  code: z
    .string({ error: whenMissing('user.code') })
    .trim()
    .min(1, 'user.code')
    .max(64),
})

export const Base64Url = z.string().max(20_000)

/** A browser's passkey assertion, as WebAuthn JSON. */
export const PasskeyAssertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})

/** Credentials with which a signed-in user proves their identity again. */
export const Confirmation = z
  .object({
    password: Login.shape.password.optional(),
    code: SecondFactorCode.shape.code.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine(({ password, code, passkey }) => (password ?? code ?? passkey) !== undefined, {
    path: ['password'],
    error: 'login.password',
  })

export const SignUp = z.object({
  username: Username,
  password: NewPassword,
  /** Required where the site asks for them. */
  email: Email.optional(),
  verification_code: VerificationCode.optional(),
  aff_code: filterText(64),
})

/** An address, and the code that was mailed to it. */
export const EmailProof = z.object({ email: Email, verification_code: VerificationCode })

export const PasswordReset = z.object({
  email: Email,
  token: z.string().min(1, 'field.required').max(64),
  password: NewPassword,
  keep_access_tokens: z
    .array(z.number().int().positive())
    .max(100)
    .default([])
    .describe('Ids of the access tokens that stay; all others are deleted'),
})

/** The only facts about a signed-in user that the browser stores. */
export const SavedUser = z.object({
  id: z.number().int(),
  username: z.string(),
  display_name: z.string(),
  role: z.number().int(),
  status: z.number().int(),
})
export type SavedUser = z.output<typeof SavedUser>

export const Self = SavedUser.extend({
  group: z.string(),
  email: z.string(),
  quota: QuotaUnits,
  used_quota: QuotaUnits,
  request_count: z.number().int(),
  created_time: Seconds,
  password_changed: z.boolean(),
  /** False for a user who signs in with connected accounts only, and may set a first password. */
  has_password: z.boolean(),
})
export type Self = z.output<typeof Self>

/** The newest hundred invited users, and the rewards for all of them. */
export const Invitations = z.object({
  code: z.string(),
  count: z.number().int(),
  rewards: QuotaUnits,
  /** Current rewards for an invitation, for each side. */
  for_inviter: QuotaUnits,
  for_invitee: QuotaUnits,
  users: z.array(z.object({ username: z.string(), created_time: Seconds, reward: QuotaUnits })),
})

export const SelfUpdate = z.object({
  username: Username.optional(),
  display_name: Name.max(20).optional(),
  original_password: z.string().max(255).optional(),
  password: NewPassword.optional(),
})

/** Changes a balance by a signed amount, as a transfer with actor and remark. */
export const QuotaAdjustment = z.object({
  quota: QuotaUnits.refine((amount) => amount !== 0, { error: 'field.invalid' }),
  remark: Name.max(255).default(''),
})

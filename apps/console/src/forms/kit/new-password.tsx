import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FieldMessage } from '@posthouse/contract/field-messages'
import { NewPassword } from '@posthouse/contract/user'
import { PasswordInput } from './password-input.tsx'

export const passwordPair = {
  password: NewPassword,
  password_again: z
    .string()
    .min(1, 'user.password-again' satisfies FieldMessage)
    .max(255),
}

/** For `refine` of a form with the pair. */
export const isSameTwice = (pair: { password: string; password_again: string }): boolean =>
  pair.password === pair.password_again

export const notTheSame = {
  path: ['password_again'],
  error: 'user.passwords-differ' satisfies FieldMessage,
  // Said while the other fields are still empty, too.
  when: ({ value }: { value: unknown }) => z.object(passwordPair).safeParse(value).success,
}

const grades = ['poor', 'weak', 'normal', 'good', 'strong'] as const

/** From 0 to 4: one point each for length, more of it, a digit, a special character, both cases. */
const strengthOf = (password: string): (typeof grades)[number] => {
  const points = [
    password.length > 7,
    password.length > 11,
    /\d/.test(password),
    /[^\p{L}\d]/u.test(password),
    /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  ].filter(Boolean).length
  return grades[Math.max(0, points - 1)] ?? 'strong'
}

type Props<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>
}

/** A new password, chosen twice, with its strength in a word. */
export function NewPasswordInputs<
  Values extends FieldValues & { password: string; password_again: string },
  Checked,
>({ control }: Props<Values, Checked>) {
  const { t } = useTranslation()
  const name = 'password' as FieldPath<Values>
  const typed: string = useWatch({ control, name })
  const strength = t(`account.strength.${strengthOf(typed)}`)
  return (
    <>
      <PasswordInput
        control={control}
        name={name}
        label={t('login.password')}
        help={typed === '' ? t('account.passwordRule') : t('account.strengthIs', { strength })}
        autoComplete="new-password"
        required
      />
      <PasswordInput
        control={control}
        name={'password_again' as FieldPath<Values>}
        label={t('account.passwordAgain')}
        autoComplete="new-password"
        required
      />
    </>
  )
}

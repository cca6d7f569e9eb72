import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { SettingChange } from '@posthouse/contract/setting'
import { isRoot } from '../../domain/accounts/account.ts'
import { movedSecrets } from '../../domain/settings/secret-addresses.ts'
import { lacksOf } from '../../domain/settings/required-settings.ts'
import { isSettingKey, problemWith, specOf } from '../../domain/settings/settings.ts'
import type { Handler, SignedCall } from '../call.ts'
import { requireSecretsAgain } from './secrets-again.ts'
import { roleName } from '../site/role-name.ts'

export const setOption: Handler<'setOption'> = async ({ body }, call) => {
  const fault = (await faultOf(body, call)) ?? lacking([body], call)[0] ?? null
  // The one field of this call is the value, whichever setting it is of.
  if (fault !== null) throw invalid(fault, [fault], call)
  requireSecrets([body], call, () => 'value')
  await store([body], call)
  return null
}

export const setOptions: Handler<'setOptions'> = async ({ body: { changes } }, call) => {
  const faults: Fault[] = []
  for (const change of changes) {
    const fault = await faultOf(change, call)
    if (fault !== null) faults.push({ ...fault, path: fault.path.replace(/^value/, fault.key) })
  }
  if (faults.length === 0) {
    for (const fault of lacking(changes, call)) faults.push({ ...fault, path: fault.key })
  }
  const [first] = faults
  if (first !== undefined) throw invalid(first, faults, call)
  requireSecrets(changes, call, (key) => key)
  await store(changes, call)
  return null
}

/** `fieldOf`: where a form has a setting. */
function requireSecrets(
  changes: readonly SettingChange[],
  call: SignedCall,
  fieldOf: (key: string) => string,
): void {
  const { addresses, secrets } = movedSecrets(changes, call.parts.snapshot.get().settings)
  if (addresses.length === 0) return
  const moved = { settings: addresses }
  requireSecretsAgain({ code: 'secret.again', moved, missing: secrets.map(fieldOf) }, call)
}

const store = (changes: readonly SettingChange[], { parts }: SignedCall): Promise<unknown> =>
  parts.snapshot.change(async (transaction) => {
    for (const { key, value } of changes) {
      await parts.options.set(transaction, key, value, parts.clock.now())
    }
  })

type Fault = {
  readonly key: string
  /** `value`, or a place within it. */
  readonly path: string
  readonly reason: Phrase
}

/** What a way to sign in would lack after the changes, at the setting that is missing. */
const lacking = (changes: readonly SettingChange[], { parts }: SignedCall): Fault[] =>
  lacksOf(changes, parts.snapshot.get().settings).map((key) => ({
    key,
    path: 'value',
    reason: phrase('needed while this is switched on'),
  }))

/** Null: it can be stored. What nobody, or not this caller, may change is refused at once. */
async function faultOf({ key, value }: SettingChange, call: SignedCall): Promise<Fault | null> {
  const { caller, language, parts } = call
  if (!isSettingKey(key)) throw new Refusal('option.unknown', { key })
  const spec = specOf(key)
  if (!isRoot(caller) && spec.admin !== true) {
    throw new Refusal('auth.role-too-low', { role: roleName('root', language) })
  }
  const fault = problemWith(spec, value)
  if (fault !== null) return { key, ...fault }
  // What a unit is worth is part of every transfer that was ever made.
  if (key === 'QuotaPerUnit' && !(await parts.ledger.reader.isEmpty())) {
    throw new Refusal('option.locked', { key })
  }
  return null
}

/** The place within a value is said in front of the reason: a form may show the line alone. */
function invalid(first: Fault, faults: readonly Fault[], { language }: SignedCall): Refusal {
  const { key, path, reason } = first
  const place = path.replace(/^\w+\.?/, '')
  const told = place === '' ? reason : phrase('{field}: {reason}', { field: place, reason })
  return new Refusal(
    'option.invalid',
    { key, reason: told },
    { fields: Object.fromEntries(faults.map((fault) => [fault.path, fault.reason[language]])) },
  )
}

import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { SettingChange } from '@posthouse/contract/setting'
import { isRoot } from '../../domain/accounts/account.ts'
import { testMail } from '../../domain/mail/mail-texts.ts'
import { lacksOf } from '../../domain/settings/required-settings.ts'
import { movedSecrets } from '../../domain/settings/secret-addresses.ts'
import { type SettingSpec, settingTable } from '../../domain/settings/setting-table.ts'
import { isSettingKey, problemWith, specOf } from '../../domain/settings/settings.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { secondsOut } from '../present.ts'
import { roleName } from '../site/role-name.ts'
import { requireSecretsAgain } from './secrets-again.ts'

const listOptions: Handler<'listOptions'> = async (_input, { caller, parts }) => {
  const stored = await parts.options.all()
  const times = await parts.options.times()
  return Object.entries(settingTable).map(([key, spec]: [string, SettingSpec]) => {
    const text = stored.get(key)
    return {
      key,
      value: spec.secret === true ? '' : (text ?? spec.default),
      default: spec.default,
      secret: spec.secret === true,
      stored: text !== undefined && text !== '',
      kind: spec.kind,
      section: spec.section,
      editor: spec.editor ?? 'line',
      unit: spec.unit ?? null,
      min: spec.min ?? null,
      max: spec.max ?? null,
      choices: [...(spec.choices ?? [])],
      may_change: isRoot(caller) || spec.admin === true,
      updated_time: secondsOut(times.get(key) ?? null, 0),
    }
  })
}

const setOption: Handler<'setOption'> = async ({ body }, call) => {
  const fault = (await faultOf(body, call)) ?? lacking([body], call)[0] ?? null
  // This call has one field, `value`, whichever setting it changes.
  if (fault !== null) throw invalid(fault, [fault], call)
  requireSecrets([body], call, () => 'value')
  await store([body], call)
  return null
}

const setOptions: Handler<'setOptions'> = async ({ body: { changes } }, call) => {
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

/** `fieldOf` names the form field of a setting. */
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
  /** `value`, or a path inside it. */
  readonly path: string
  readonly reason: Phrase
}

/** One fault for each setting that an enabled sign-in method would lack after the changes. */
const lacking = (changes: readonly SettingChange[], { parts }: SignedCall): Fault[] =>
  lacksOf(changes, parts.snapshot.get().settings).map((key) => ({
    key,
    path: 'value',
    reason: phrase('needed while this is switched on'),
  }))

/** `null` when the change can be stored. Throws for an unknown setting, and for one that the caller may not change. */
async function faultOf({ key, value }: SettingChange, call: SignedCall): Promise<Fault | null> {
  const { caller, language, parts } = call
  if (!isSettingKey(key)) throw new Refusal('option.unknown', { key })
  const spec = specOf(key)
  if (!isRoot(caller) && spec.admin !== true) {
    throw new Refusal('auth.role-too-low', { role: roleName('root', language) })
  }
  const fault = problemWith(spec, value)
  if (fault !== null) return { key, ...fault }
  // Every past transfer is counted in this unit.
  if (key === 'QuotaPerUnit' && !(await parts.ledger.reader.isEmpty())) {
    throw new Refusal('option.locked', { key })
  }
  return null
}

/** The path inside the value is part of the reason, because a form may show the reason alone. */
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

const sendTestMail: Handler<'sendTestMail'> = async ({ body: { to } }, call) => {
  const { parts, requestId } = call
  const { SystemName: name, ServerAddress: address } = parts.snapshot.get().settings
  const port = parts.mailPort()
  if (port === null) throw new Refusal('mail.off', {})
  const end = await port.send({ to, ...testMail({ name, address }) }, requestId)
  if (!end.sent) throw new Refusal('mail.refused', { message: end.words })
  return { answer: end.words }
}

const testService: Handler<'testService'> = ({ body: { service } }, { parts }) =>
  parts.signIns.tryService(service, parts.snapshot.get().settings)

export const optionHandlers = {
  listOptions,
  setOption,
  setOptions,
  sendTestMail,
  testService,
} satisfies Partial<Handlers>

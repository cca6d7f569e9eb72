import { priceCalls } from '@posthouse/contract/calls/prices'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Price, PriceInput, priceTypes } from '@posthouse/contract/price'
import type { PricePreview } from '@posthouse/contract/price-work'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { SeenError } from '../../forms/kit/seen-error.tsx'
import { SelectInput } from '../../forms/kit/select-input.tsx'
import { SwitchInput } from '../../forms/kit/switch-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { notify } from '../../ui/notify.tsx'
import { SupplierInput } from './supplier-input.tsx'
import { AmountInput } from './amount-input.tsx'
import { KindPrices } from './kind-prices.tsx'
import { isKind, isPlain, type PriceForm } from './price-form-values.ts'
import { PriceConditions } from './price-conditions.tsx'
import { PriceLines } from './price-lines.tsx'
import { priceReads } from './price-store.ts'
import { savePreviewed } from './save-prices.ts'
import { SavedSteps } from './saved-steps.tsx'
import { TypicalCost } from './typical-cost.tsx'

const writing = { changes: priceReads, quiet: true } as const

type CreateProps = {
  /** Prefilled for a model that a channel offers. */
  readonly model?: string
  readonly channelType?: number
  readonly onClose: () => void
}

export function PriceCreate({ model = '', channelType = 0, onClose }: CreateProps) {
  const { t } = useTranslation()
  const create = useWrite(priceCalls, 'createPrice', writing)
  const made = useContractForm(
    PriceInput,
    { model, type: 'tokens', channel_type: channelType, input: '', output: '', lines: undefined },
    async (body) => {
      await create.mutateAsync({ body })
      notify('success', t('pricing.created', { model: body.model }))
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('pricing.create')}
      submitLabel={t('pricing.create')}
      submitError={made.submitError}
      loading={made.loading}
      dirty={made.form.formState.isDirty}
      onSubmit={made.submit}
      onClose={onClose}
    >
      <ModelInput form={made.form} />
      <PriceFields form={made.form} />
    </FormDialog>
  )
}

type EnterProps = {
  readonly price: PriceInput
  readonly onEnter: (price: PriceInput) => void
  readonly onClose: () => void
}

/** A price that is stored later, together with the form that asks for it. */
export function PriceEnter({ price, onEnter, onClose }: EnterProps) {
  const { t } = useTranslation()
  const made = useContractForm(PriceInput, price, (body) => {
    onEnter(body)
    onClose()
    return Promise.resolve()
  })
  return (
    <FormDialog
      title={t('pricing.enterOf', { model: price.model })}
      submitLabel={t('pricing.enter')}
      submitError={made.submitError}
      loading={made.loading}
      dirty={made.form.formState.isDirty}
      onSubmit={made.submit}
      onClose={onClose}
    >
      <PriceFields form={made.form} />
    </FormDialog>
  )
}

/** Every meter of an entry, in its panel. */
export function PriceEdit({ price }: { readonly price: Price }) {
  const { t } = useTranslation()
  const update = useWrite(priceCalls, 'updatePrice', writing)
  const { model, type, channel_type, input, output, locked } = price
  const sheetOf = (body: PriceInput) => ({ prices: [{ was: model, price: body }] })
  const { form, submit, submitError, loading } = useContractForm(
    PriceInput,
    { model, type, channel_type, input, output, locked, lines: furtherOf(price) },
    (body) =>
      savePreviewed(sheetOf(body), async () => {
        await update.mutateAsync({ params: { model }, body })
        notify('success', t('pricing.saved', { count: 1 }))
      }),
  )
  const checked = PriceInput.safeParse(useWatch({ control: form.control }))
  const previewed = useRead(
    priceCalls,
    'explainPriceChanges',
    { body: sheetOf(checked.data ?? emptyInput) },
    { enabled: checked.success && form.formState.isDirty, keep: true },
  )
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('pricing.editOf', { model })}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      {submitError !== '' && <SeenError text={submitError} />}
      <ModelInput form={form} />
      <PriceFields form={form} />
      <SwitchInput
        control={form.control}
        name="locked"
        label={t('pricing.lock')}
        help={t('pricing.lockHelp')}
      />
      {checked.success && form.formState.isDirty && <SavedSteps previewed={previewed.data ?? []} />}
      <Button
        type="submit"
        variant="contained"
        loading={loading}
        disabled={!form.formState.isDirty}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('pricing.save')}
      </Button>
    </Box>
  )
}

/** Lines beside those with fields of their own: plain input and output, or the plain call. */
const furtherOf = ({ type, lines }: Price): Price['lines'] =>
  lines.filter(
    (line) =>
      !isPlain(line) || !(type === 'times' ? ['call'] : ['input', 'output']).includes(line.bucket),
  )

function ModelInput({ form }: { readonly form: PriceForm }) {
  const { t } = useTranslation()
  return (
    <TextInput
      control={form.control}
      name="model"
      label={t('pricing.model')}
      help={t('pricing.modelHelp')}
      autoComplete="off"
      required
    />
  )
}

function PriceFields({ form }: { readonly form: PriceForm }) {
  const { t } = useTranslation()
  const { control } = form
  const values = useWatch({ control })
  const checked = PriceInput.safeParse(values)
  const draft = useRead(
    priceCalls,
    'explainDraft',
    { body: checked.data ?? emptyInput },
    { enabled: checked.success, keep: true },
  )
  return (
    <>
      <SelectInput
        control={control}
        name="type"
        label={t('pricing.type')}
        choices={priceTypes.map((value) => ({ value, label: t(`pricing.types.${value}`) }))}
        onChoice={(type) => {
          form.setValue('lines', undefined, { shouldDirty: true })
          if (type === 'times') form.setValue('output', '0')
        }}
      />
      <SupplierInput control={control} name="channel_type" label={t('pricing.supplier')} />
      {values.type === 'times' ? (
        <CallFields form={form} />
      ) : (
        <TokenFields form={form} draft={draft.data} />
      )}
      {checked.success && draft.data !== undefined && <TypicalCost preview={draft.data} />}
    </>
  )
}

function CallFields({ form }: { readonly form: PriceForm }) {
  const { t } = useTranslation()
  const lines = useWatch({ control: form.control, name: 'lines' })
  return (
    <>
      <AmountInput
        key="call"
        control={form.control}
        name="input"
        label={t('pricing.call')}
        per="call"
        help={t('pricing.callHelp')}
      />
      <KindPrices form={form} />
      <PriceConditions form={form} buckets={['call']} stored={lines ?? []} />
      <Alert severity="info">{t('pricing.byCall')}</Alert>
    </>
  )
}

type TokenProps = { readonly form: PriceForm; readonly draft: PricePreview | undefined }

function TokenFields({ form, draft }: TokenProps) {
  const { t } = useTranslation()
  const lines = useWatch({ control: form.control, name: 'lines' })
  return (
    <>
      {(['input', 'output'] as const).map((name) => (
        <AmountInput
          key={name}
          control={form.control}
          name={name}
          label={t(`pricing.${name}`)}
          per="million"
          help={t('pricing.perMillion')}
        />
      ))}
      <PriceLines
        form={form}
        filled={draft?.price.lines ?? []}
        operation={draft?.operation ?? 'chat'}
      />
      {lines?.some((line) => isKind(line)) === true && <KindPrices form={form} />}
    </>
  )
}

const emptyInput: PriceInput = {
  model: 'none',
  type: 'tokens',
  channel_type: 0,
  input: '0',
  output: '0',
}

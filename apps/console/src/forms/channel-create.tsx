import { channelCalls } from '@posthouse/contract/calls/channels'
import { ChannelInput, NewChannel } from '@posthouse/contract/channel-input'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../api/use-call.ts'
import { ChannelFields } from './channel-fields.tsx'
import { type PassedProbe, testedBy } from './channel-probe.ts'
import { ChannelProbeButton } from './channel-probe-button.tsx'
import { useChannelSections } from './channel-sections.ts'
import { FormDialog } from './kit/form-dialog.tsx'
import { useContractForm } from './kit/use-contract-form.ts'

const firstType = channelTypeOf(1)

/** A new channel is of the first supplier until another is chosen. */
const blank: ChannelInput = {
  ...ChannelInput.parse({ type: 1, name: '-', group: ['-'], models: ['-'], base_url: 'https://x' }),
  name: '',
  group: ['default'],
  models: [],
  base_url: firstType?.baseUrl ?? '',
}

export function ChannelCreate({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const create = useWrite(channelCalls, 'createChannel', {
    changes: ['listChannels', 'getReadiness', 'listOwnModels', 'matchPrices', 'listPrices'],
    quiet: true,
  })
  const [passed, setPassed] = useState<PassedProbe | null>(null)
  const { form, submit, submitError, loading } = useContractForm(
    NewChannel,
    blank,
    async (values) => {
      const prices = values.prices.filter(({ model }) => values.models.includes(model))
      await create.mutateAsync({ body: { ...values, prices, ...testedBy(passed, values) } })
      onClose()
    },
  )
  const sections = useChannelSections(form.formState.errors)
  return (
    <FormDialog
      sections={sections}
      test={<ChannelProbeButton form={form} stored={null} onPassed={setPassed} />}
      title={t('channel.create')}
      submitLabel={t('channel.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChannelFields form={form} stored={null} />
    </FormDialog>
  )
}

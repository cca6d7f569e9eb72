import { channelCalls } from '@posthouse/contract/calls/channels'
import { ChannelInput, NewChannel } from '@posthouse/contract/channel-input'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../api/use-call.ts'
import { ChannelFields } from './channel-fields.tsx'
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
    changes: ['listChannels', 'getReadiness', 'listOwnModels'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    NewChannel,
    blank,
    async (values) => {
      await create.mutateAsync({ body: values })
      onClose()
    },
  )
  const sections = useChannelSections(form.formState.errors)
  return (
    <FormDialog
      sections={sections}
      test={<ChannelProbeButton form={form} stored={null} />}
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

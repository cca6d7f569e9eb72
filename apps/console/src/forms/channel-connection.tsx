import { azureTypes, channelTypeOf, channelTypes } from '@posthouse/contract/channel-type'
import { bedrockType, sandboxType } from '@posthouse/contract/channel-type-numbers'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SectionProps } from './channel-form.ts'
import { ChannelTypeInput } from './channel-type-input.tsx'
import { sectionId } from './channel-sections.ts'
import { FormSection } from './kit/form-section.tsx'
import { SecretInput } from './kit/secret-input.tsx'
import { TextInput } from './kit/text-input.tsx'

/** Who is behind the channel and how it is reached. */
export function ChannelConnection({ form, stored }: SectionProps) {
  const { t } = useTranslation()
  const { control } = form
  const type = useWatch({ control, name: 'type' })

  return (
    <FormSection id={sectionId('connection')} title={t('channel.connection')}>
      <ChannelTypeInput form={form} onChoice={(number) => fill(form, number)} />
      <TextInput control={control} name="name" label={t('channel.name')} required />
      <TextInput
        control={control}
        name="base_url"
        label={t('channel.baseUrl')}
        help={t('channel.baseUrlHelp')}
        kind="url"
        code
        required
      />
      {type !== sandboxType && (
        <SecretInput
          control={control}
          name="key"
          label={t('channel.key')}
          help={t(type === bedrockType ? 'channel.bedrockKeyHelp' : 'channel.keyHelp')}
          stored={stored?.key_previews ?? []}
          rows={2}
          required={stored === null}
        />
      )}
      {azureTypes.includes(type) && <AzureVersion control={control} />}
      <TextInput
        control={control}
        name="proxy"
        label={t('channel.proxy')}
        help={t('channel.proxyHelp')}
        code
      />
      <TextInput
        control={control}
        name="test_model"
        label={t('channel.testModel')}
        help={t('channel.testModelHelp')}
      />
    </FormSection>
  )
}

/** A new type fills what is empty, or what the type before it had filled. */
function fill(form: SectionProps['form'], number: number): void {
  const next = channelTypeOf(number)
  const { base_url: address, models, name } = form.getValues()
  const filledBefore = channelTypes.some((known) => known.baseUrl === address)
  if (next === undefined) return
  if (address === '' || filledBefore) {
    form.setValue('base_url', next.baseUrl, { shouldDirty: true })
  }
  if (name === '' || channelTypes.some((known) => known.name === name)) {
    form.setValue('name', next.name, { shouldDirty: true })
  }
  if (models.length === 0) form.setValue('models', [...next.models], { shouldDirty: true })
}

function AzureVersion({ control }: Pick<SectionProps['form'], 'control'>) {
  const { t } = useTranslation()
  return (
    <TextInput
      control={control}
      name="other"
      label={t('channel.azureVersion')}
      help={t('channel.azureVersionHelp')}
      code
    />
  )
}

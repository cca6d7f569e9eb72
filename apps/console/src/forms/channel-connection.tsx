import { azureTypes, channelTypeOf, channelTypes } from '@posthouse/contract/channel-type'
import {
  bedrockType,
  cloudflareType,
  klingType,
  sandboxType,
  vertexType,
} from '@posthouse/contract/channel-type-numbers'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SectionProps } from './channel-form.ts'
import { ChannelTypeInput } from './connection/channel-type-input.tsx'
import { ForeignAddress } from './connection/foreign-address.tsx'
import { CloudPlaceInput } from './connection/cloud-place-input.tsx'
import { sectionId } from './channel-sections.ts'
import { FormSection } from './kit/form-section.tsx'
import { SecretInput } from './kit/secret-input.tsx'
import { TextInput } from './kit/text-input.tsx'

/** Who is behind the channel and how it is reached. */
export function ChannelConnection({
  form,
  stored,
  belowKey,
}: SectionProps & { readonly belowKey: ReactNode }) {
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
      <ForeignAddress form={form} onChoice={(number) => fill(form, number)} />
      {type !== sandboxType && (
        <Box>
          <SecretInput
            control={control}
            name="key"
            label={t('channel.key')}
            help={t(keyHelpOf(type))}
            stored={stored?.key_previews ?? []}
            rows={2}
            required={stored === null}
          />
          <KeyLink type={type} />
        </Box>
      )}
      {type !== sandboxType && belowKey}
      {azureTypes.includes(type) && <AzureVersion control={control} />}
      {type === vertexType && <CloudPlaceInput control={control} />}
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

/** Servers of the operator's own, on this machine unless the address is changed. */
const isOwnServer = (number: number): boolean =>
  channelTypeOf(number)?.baseUrl.startsWith('http://') === true

function keyHelpOf(number: number) {
  if (number === bedrockType) return 'channel.bedrockKeyHelp'
  if (number === vertexType) return 'channel.vertexKeyHelp'
  if (number === klingType) return 'channel.klingKeyHelp'
  if (number === cloudflareType) return 'channel.cloudflareKeyHelp'
  return isOwnServer(number) ? 'channel.ownServerKeyHelp' : 'channel.keyHelp'
}

function KeyLink({ type: number }: { readonly type: number }) {
  const { t } = useTranslation()
  const type = channelTypeOf(number)
  if (type === undefined || type.site === '' || isOwnServer(number)) return null
  return (
    <Link href={type.site} target="_blank" rel="noreferrer" variant="body2" underline="always">
      {t('channel.getKey', { name: type.name })}
    </Link>
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

import Divider from '@mui/material/Divider'
import type { ReactNode } from 'react'
import type { SectionProps } from './channel-form.ts'
import { ChannelConnection } from './channel-connection.tsx'
import { ChannelModels } from './channel-models.tsx'
import { ChannelPrices } from './channel-prices.tsx'
import { ChannelRouting } from './routing/channel-routing.tsx'

/** The form of a channel in four parts: connection, models, routing, prices. */
export function ChannelFields({
  form,
  stored,
  belowKey,
}: SectionProps & { readonly belowKey?: ReactNode }) {
  return (
    <>
      <ChannelConnection form={form} stored={stored} belowKey={belowKey} />
      <Divider />
      <ChannelModels form={form} stored={stored} />
      <Divider />
      <ChannelRouting form={form} />
      <Divider />
      <ChannelPrices form={form} stored={stored} />
    </>
  )
}

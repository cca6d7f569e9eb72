import Divider from '@mui/material/Divider'
import type { SectionProps } from './channel-form.ts'
import { ChannelConnection } from './channel-connection.tsx'
import { ChannelModels } from './channel-models.tsx'
import { ChannelPrices } from './channel-prices.tsx'
import { ChannelRouting } from './routing/channel-routing.tsx'

/** The form of a channel in four parts: connection, models, routing, prices. */
export function ChannelFields({ form, stored }: SectionProps) {
  return (
    <>
      <ChannelConnection form={form} stored={stored} />
      <Divider />
      <ChannelModels form={form} stored={stored} />
      <Divider />
      <ChannelRouting form={form} />
      <Divider />
      <ChannelPrices form={form} stored={stored} />
    </>
  )
}

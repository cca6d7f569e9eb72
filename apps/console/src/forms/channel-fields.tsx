import Divider from '@mui/material/Divider'
import type { Channel, ChannelInput } from '@posthouse/contract/channel'
import type { z } from 'zod'
import type { UseFormReturn } from 'react-hook-form'
import { ChannelConnection } from './channel-connection.tsx'
import { ChannelModels } from './channel-models.tsx'
import { ChannelPrices } from './channel-prices.tsx'
import { ChannelRouting } from './channel-routing.tsx'

export type ChannelValues = z.input<typeof ChannelInput>

export type ChannelForm = UseFormReturn<ChannelValues, unknown, unknown>

export type SectionProps = {
  readonly form: ChannelForm
  /** The channel being changed; null for a new one. */
  readonly stored: Channel | null
}

/** The form of a channel in four parts: connection, models, routing, prices. */
export function ChannelFields({ form, stored }: SectionProps) {
  return (
    <>
      <ChannelConnection form={form} stored={stored} />
      <Divider />
      <ChannelModels form={form} stored={stored} />
      <Divider />
      <ChannelRouting form={form} stored={stored} />
      <Divider />
      <ChannelPrices form={form} stored={stored} />
    </>
  )
}

import type { Channel } from '@posthouse/contract/channel'
import type { ChannelInput } from '@posthouse/contract/channel-input'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'

type ChannelValues = z.input<typeof ChannelInput>

export type ChannelForm = UseFormReturn<ChannelValues, unknown, unknown>

/** What every section of the channel's form takes. */
export type SectionProps = {
  readonly form: ChannelForm
  /** The channel being changed; null for a new one. */
  readonly stored: Channel | null
}

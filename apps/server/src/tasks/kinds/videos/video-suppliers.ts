import { geminiTypes, klingType, sandboxType } from '@posthouse/contract/channel-type-numbers'
import { kling } from './kling.ts'
import { openaiVideos, sandboxVideos } from './openai.ts'
import { veo } from './veo.ts'
import type { VideoSupplier } from './video-supplier.ts'

const suppliers: ReadonlyMap<number, VideoSupplier> = new Map([
  [klingType, kling],
  [sandboxType, sandboxVideos],
  ...geminiTypes.map((type) => [type, veo] as const),
])

/** The video API of a channel type. Most use OpenAI's. */
export const videoSupplierOf = (channelType: number): VideoSupplier =>
  suppliers.get(channelType) ?? openaiVideos

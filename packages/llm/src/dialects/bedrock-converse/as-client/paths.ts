import { segmentOf } from '../../../parts/endpoint.ts'
import type { Paths } from '../../dialect-shape.ts'

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html: the model stands in the path. */
export const paths: Paths = {
  chat: ({ model, stream }) =>
    `/model/${segmentOf(model)}/${stream ? 'converse-stream' : 'converse'}`,
}

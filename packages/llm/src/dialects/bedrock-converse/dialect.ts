import type { SupplierDialectShape, Paths, BodyPlaces } from '../../operations/dialect-shape.ts'
import { answer } from './as-client/answer.ts'
import { failureOf } from './as-client/failure.ts'
import { encodeRequest } from './as-client/request.ts'
import { finish, type BedrockReadState, start, step } from './as-client/stream.ts'
import { converseUsage } from './usage.ts'
import { segmentOf } from '../../bytes/endpoint.ts'
import { limitNames } from '../../bytes/output-limits.ts'

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html: the model stands in the path. */
const paths: Paths = {
  chat: ({ model, stream }) =>
    `/model/${segmentOf(model)}/${stream ? 'converse-stream' : 'converse'}`,
}

/** Its limit stands in `inferenceConfig`. */
const places: BodyPlaces = {
  namesModel: false,
  limitAliases: limitNames,
  withLimit: null,
  streamOptions: false,
  storeField: null,
}

/** Amazon Bedrock's `Converse` and `ConverseStream`, which no client of ours speaks. */
export const bedrockConverse: SupplierDialectShape<BedrockReadState> = {
  id: 'bedrock-converse',
  asClient: {
    paths,
    places,
    embed: null,
    body: encodeRequest,
    start,
    step,
    finish,
    answer,
    failure: failureOf,
  },
  hasObjectArguments: true,
  usage: converseUsage,
}

import type { SpokenShape } from '../dialect-shape.ts'
import { answer } from './as-client/answer.ts'
import { failureOf } from './as-client/failure.ts'
import { encodeRequest } from './as-client/request.ts'
import { finish, type ReadState, start, step } from './as-client/stream.ts'
import { converseUsage } from './usage.ts'
import { paths } from './as-client/paths.ts'
import { places } from './as-client/places.ts'

/** Amazon Bedrock's `Converse` and `ConverseStream`, which no client of ours speaks. */
export const bedrockConverse: SpokenShape<ReadState> = {
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

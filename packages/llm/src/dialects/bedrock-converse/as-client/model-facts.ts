/*
 * What only some vendors' models take of Converse: a request with it is refused by the others.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html
 */

/** Takes the fields of Anthropic's messages in `additionalModelRequestFields`. */
export const isClaude = (model: string): boolean => /claude/i.test(model)

/** Takes `cachePoint`, and the `status` of a tool's result. */
export const isCachingModel = (model: string): boolean => /claude|nova/i.test(model)

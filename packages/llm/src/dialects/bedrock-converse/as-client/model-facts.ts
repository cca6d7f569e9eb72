/*
 * Fields of Converse that only some vendors' models take: the others refuse a request with them.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html
 */

/** Takes the fields of Anthropic's messages in `additionalModelRequestFields`. */
export const isClaude = (model: string): boolean => /claude/i.test(model)

/** Takes `cachePoint`, and the `status` of a tool's result. */
export const isCachingModel = (model: string): boolean => /claude|nova/i.test(model)

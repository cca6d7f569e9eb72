/**
 * Fields by which OpenRouter, LiteLLM and their like let another model, or another address, answer: what it
 * costs is known of the model that was asked for alone.
 */
export const elsewhere = [
  'models',
  'fallbacks',
  'fallback_models',
  'context_window_fallbacks',
  'model_list',
  'route',
  'preset',
  'api_base',
  'base_url',
]

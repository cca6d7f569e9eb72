import { outputMinimums } from './edits/output-limits.ts'
import { elsewhere } from '../../upstream/models-elsewhere.ts'
import { limitNames } from '@posthouse/llm/bytes/output-limits'
import { answerCounts } from '@posthouse/llm/surfaces/body-shapes'

/**
 * Chat fields of all dialects that add nothing to the prompt beyond the body. Unlisted fields may add something, so a missing entry only
 * makes us trust a report more.
 */
export const harmless: ReadonlySet<string> = new Set([
  ...limitNames,
  ...answerCounts,
  // Removed from the body.
  ...elsewhere,
  ...outputMinimums,
  ...`model messages input prompt instructions system contents systemInstruction system_instruction suffix echo
  stream stream_options stream_format store background previous_response_id conversation metadata labels user user_id
  safety_identifier prompt_cache_key prompt_cache_retention prompt_cache_options cache_control client_metadata request_id
  service_tier serviceTier speed inference_geo provider transforms usage include timeout keep_alive
  tools tool_choice toolConfig tool_config parallel_tool_calls functions function_call max_tool_calls tool_stream
  response_format text verbosity modalities audio prediction output_config output_format context_management truncation
  reasoning reasoning_effort reasoning_split reasoning_format include_reasoning thinking thinking_budget enable_thinking
  preserve_thinking chat_template_kwargs chat_template add_generation_prompt continue_final_message add_special_tokens
  generationConfig generation_config safetySettings safety_settings anthropic_version anthropic_beta betas
  temperature top_p topP top_k topK top_a min_p typical_p tfs_z presence_penalty frequency_penalty repetition_penalty
  repeat_penalty length_penalty no_repeat_ngram_size mirostat mirostat_tau mirostat_eta seed random_seed stop
  stop_sequences stop_token_ids logit_bias logprobs top_logprobs prompt_logprobs do_sample use_beam_search
  early_stopping ignore_eos skip_special_tokens spaces_between_special_tokens include_stop_str_in_output
  guided_json guided_regex guided_choice guided_grammar structured_outputs grammar num_ctx cache_prompt id_slot
  safe_prompt prompt_mode result_format incremental_output vl_high_resolution_images translation_options
  extra_body options parameters google`.split(/\s+/),
])

import ai360 from '@lobehub/icons-static-svg/icons/ai360.svg?no-inline'
import anthropic from '@lobehub/icons-static-svg/icons/anthropic.svg?no-inline'
import azure from '@lobehub/icons-static-svg/icons/azure.svg?no-inline'
import baichuan from '@lobehub/icons-static-svg/icons/baichuan.svg?no-inline'
import baidu from '@lobehub/icons-static-svg/icons/wenxin.svg?no-inline'
import bedrock from '@lobehub/icons-static-svg/icons/bedrock.svg?no-inline'
import cerebras from '@lobehub/icons-static-svg/icons/cerebras.svg?no-inline'
import cloudflare from '@lobehub/icons-static-svg/icons/cloudflare.svg?no-inline'
import cohere from '@lobehub/icons-static-svg/icons/cohere.svg?no-inline'
import databricks from '@lobehub/icons-static-svg/icons/dbrx.svg?no-inline'
import deepseek from '@lobehub/icons-static-svg/icons/deepseek.svg?no-inline'
import kling from '@lobehub/icons-static-svg/icons/kling.svg?no-inline'
import elevenlabs from '@lobehub/icons-static-svg/icons/elevenlabs.svg?no-inline'
import fireworks from '@lobehub/icons-static-svg/icons/fireworks.svg?no-inline'
import gemini from '@lobehub/icons-static-svg/icons/gemini.svg?no-inline'
import groq from '@lobehub/icons-static-svg/icons/groq.svg?no-inline'
import huggingface from '@lobehub/icons-static-svg/icons/huggingface.svg?no-inline'
import hunyuan from '@lobehub/icons-static-svg/icons/hunyuan.svg?no-inline'
import jina from '@lobehub/icons-static-svg/icons/jina.svg?no-inline'
import lmstudio from '@lobehub/icons-static-svg/icons/lmstudio.svg?no-inline'
import minimax from '@lobehub/icons-static-svg/icons/minimax.svg?no-inline'
import mistral from '@lobehub/icons-static-svg/icons/mistral.svg?no-inline'
import moonshot from '@lobehub/icons-static-svg/icons/moonshot.svg?no-inline'
import nvidia from '@lobehub/icons-static-svg/icons/nvidia.svg?no-inline'
import ollama from '@lobehub/icons-static-svg/icons/ollama.svg?no-inline'
import openai from '@lobehub/icons-static-svg/icons/openai.svg?no-inline'
import openrouter from '@lobehub/icons-static-svg/icons/openrouter.svg?no-inline'
import perplexity from '@lobehub/icons-static-svg/icons/perplexity.svg?no-inline'
import qwen from '@lobehub/icons-static-svg/icons/qwen.svg?no-inline'
import siliconflow from '@lobehub/icons-static-svg/icons/siliconcloud.svg?no-inline'
import spark from '@lobehub/icons-static-svg/icons/spark.svg?no-inline'
import stepfun from '@lobehub/icons-static-svg/icons/stepfun.svg?no-inline'
import together from '@lobehub/icons-static-svg/icons/together.svg?no-inline'
import vercel from '@lobehub/icons-static-svg/icons/vercel.svg?no-inline'
import vertex from '@lobehub/icons-static-svg/icons/vertexai.svg?no-inline'
import vllm from '@lobehub/icons-static-svg/icons/vllm.svg?no-inline'
import volcengine from '@lobehub/icons-static-svg/icons/volcengine.svg?no-inline'
import voyage from '@lobehub/icons-static-svg/icons/voyage.svg?no-inline'
import xai from '@lobehub/icons-static-svg/icons/xai.svg?no-inline'
import yi from '@lobehub/icons-static-svg/icons/yi.svg?no-inline'
import zhipu from '@lobehub/icons-static-svg/icons/zhipu.svg?no-inline'
import deepinfra from '@lobehub/icons-static-svg/icons/deepinfra.svg?no-inline'
import novita from '@lobehub/icons-static-svg/icons/novita.svg?no-inline'
import sambanova from '@lobehub/icons-static-svg/icons/sambanova.svg?no-inline'
import type { SupplierLogo } from '@posthouse/contract/channel-type'

/** Files, not text in the script: a page fetches those that it shows. */
export const supplierMarks: Readonly<Record<SupplierLogo, string>> = {
  ai360,
  anthropic,
  azure,
  baichuan,
  baidu,
  bedrock,
  cerebras,
  cloudflare,
  cohere,
  databricks,
  deepseek,
  fireworks,
  gemini,
  groq,
  huggingface,
  hunyuan,
  jina,
  lmstudio,
  minimax,
  mistral,
  moonshot,
  nvidia,
  ollama,
  openai,
  openrouter,
  perplexity,
  qwen,
  siliconflow,
  spark,
  stepfun,
  together,
  vercel,
  vertex,
  vllm,
  volcengine,
  voyage,
  elevenlabs,
  kling,
  xai,
  yi,
  zhipu,
  deepinfra,
  novita,
  sambanova,
}

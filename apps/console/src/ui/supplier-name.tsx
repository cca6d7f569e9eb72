import anthropic from '@lobehub/icons-static-svg/icons/anthropic.svg?no-inline'
import azure from '@lobehub/icons-static-svg/icons/azure.svg?no-inline'
import bedrock from '@lobehub/icons-static-svg/icons/bedrock.svg?no-inline'
import deepseek from '@lobehub/icons-static-svg/icons/deepseek.svg?no-inline'
import gemini from '@lobehub/icons-static-svg/icons/gemini.svg?no-inline'
import groq from '@lobehub/icons-static-svg/icons/groq.svg?no-inline'
import mistral from '@lobehub/icons-static-svg/icons/mistral.svg?no-inline'
import moonshot from '@lobehub/icons-static-svg/icons/moonshot.svg?no-inline'
import ollama from '@lobehub/icons-static-svg/icons/ollama.svg?no-inline'
import openai from '@lobehub/icons-static-svg/icons/openai.svg?no-inline'
import openrouter from '@lobehub/icons-static-svg/icons/openrouter.svg?no-inline'
import siliconflow from '@lobehub/icons-static-svg/icons/siliconcloud.svg?no-inline'
import xai from '@lobehub/icons-static-svg/icons/xai.svg?no-inline'
import Box from '@mui/material/Box'
import { channelTypeOf, type SupplierLogo } from '@posthouse/contract/channel-type'
import { SealMark } from './seal-mark.tsx'

/** Files, not text in the script: a page fetches those that it shows. */
const files: Readonly<Record<SupplierLogo, string>> = {
  anthropic,
  azure,
  bedrock,
  deepseek,
  gemini,
  groq,
  mistral,
  moonshot,
  ollama,
  openai,
  openrouter,
  siliconflow,
  xai,
}

const typeName = (type: number): string => channelTypeOf(type)?.name ?? String(type)

const size = 16

/** A supplier by its mark, in the colour of the text around it, and its name. */
export function SupplierName({ type }: { readonly type: number }) {
  const logo = channelTypeOf(type)?.logo
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, verticalAlign: 'middle' }}
    >
      {logo === null && <SealMark size={size} />}
      {logo !== null && logo !== undefined && (
        <Box
          component="span"
          aria-hidden
          sx={{
            width: size,
            height: size,
            flexShrink: 0,
            bgcolor: 'currentColor',
            mask: `url(${files[logo]}) center / contain no-repeat`,
            // Colours of its own are taken from a page in forced colours: what is filled would be a block.
            '@media (forced-colors: active)': { display: 'none' },
          }}
        />
      )}
      <span>{typeName(type)}</span>
    </Box>
  )
}

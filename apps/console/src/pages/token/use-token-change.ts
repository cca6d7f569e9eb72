import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type Calls, type Input, useWrite } from '../../api/use-call.ts'
import { tellDone } from '../../api/undo.ts'

type Select = Input<'changeTokens'>['body']['select']

export const tokenReads: Calls = ['listTokens', 'getToken']

/** Enables or disables tokens at once and offers the way back. */
export function useTokenChange(): (
  what: { readonly select: Select; readonly names: readonly string[] },
  status: 1 | 2,
) => Promise<void> {
  const { t } = useTranslation()
  const { mutateAsync } = useWrite(tokenCalls, 'changeTokens', {
    changes: tokenReads,
    quiet: true,
    repeats: true,
  })
  return useCallback(
    async ({ select, names }, status) => {
      const { changed, skipped, undo } = await mutateAsync({
        body: { select, change: { status } },
      })
      const [name = ''] = names
      const what =
        names.length === 1 ? t('token.one', { name }) : t('token.many', { count: changed })
      const done = t(status === 1 ? 'token.enabledWhat' : 'token.disabledWhat', { what })
      const sentences = [
        changed === 0 ? t('token.nothingChanged') : done,
        ...(skipped === 0 ? [] : [t('token.skipped', { count: skipped })]),
      ]
      tellDone(sentences.join('\n'), undo, tokenReads)
    },
    [t, mutateAsync],
  )
}

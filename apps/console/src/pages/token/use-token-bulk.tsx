import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { IconCircleCheck, IconCircleOff, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { namesOf, useConfirm } from '../../stores/confirm.ts'
import type { BulkAction, Selected } from '../../table/bulk-bar.tsx'
import { notify } from '../../ui/notify.tsx'
import type { TokenFilter } from './token-fields.ts'
import { tokenReads, useTokenChange } from './use-token-change.ts'

type Many = Selected<TokenFilter>

/** What can be done with many tokens at once. */
export function useTokenBulk(): readonly BulkAction<TokenFilter>[] {
  const { t } = useTranslation()
  const change = useTokenChange()
  const put = (many: Many, status: 1 | 2) => change(many, status).then(many.clear)
  const icon = { size: 16, stroke: 1.5 }
  return [
    {
      id: 'enable',
      label: t('token.enable'),
      icon: <IconCircleCheck {...icon} />,
      run: (many) => put(many, 1),
    },
    {
      id: 'disable',
      label: t('token.disable'),
      icon: <IconCircleOff {...icon} />,
      run: (many) => put(many, 2),
    },
    {
      id: 'delete',
      label: t('table.delete'),
      icon: <IconTrash {...icon} />,
      run: useAskDelete(),
      danger: true,
    },
  ]
}

function useAskDelete(): (many: Many) => undefined {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const remove = useWrite(tokenCalls, 'deleteTokens', { changes: tokenReads, quiet: true })
  return ({ select, count, names, clear }) => {
    ask({
      title: t('token.deleteManyTitle', { count }),
      consequences: [t('token.deleteManyConsequence')],
      ...namesOf(names, count, t('table.deleteWord')),
      action: t('token.deleteMany', { count }),
      run: async () => {
        const { deleted } = await remove.mutateAsync({ body: { select } })
        clear()
        notify('success', t('token.deletedMany', { count: deleted }))
      },
    })
    return undefined
  }
}

import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { type Token, tokenAllows, tokenStatus, type TokenStatus } from '@posthouse/contract/token'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, notifyFailure } from '../../api/refusal.ts'
import { useWrite } from '../../api/use-call.ts'
import { PasswordConfirm } from '../../forms/password-confirm.tsx'
import { TokenEdit } from '../../forms/token-edit.tsx'
import { TokenKey } from '../../forms/token-key.tsx'
import { useConfirm } from '../../stores/confirm.ts'
import { useSite } from '../../stores/site.ts'
import { type RowAction, useRowMenu } from '../../table/cells/row-menu.tsx'
import { tokenReads, useTokenChange } from './use-token-change.ts'

type TokenActions = {
  readonly menu: (token: Token) => ReactNode
  readonly showKey: (name: string, key: string, fresh: boolean) => void
  readonly dialogs: ReactNode
}

type ShownKey = { readonly name: string; readonly key: string; readonly fresh: boolean }

const allows = (states: readonly TokenStatus[], status: number): boolean =>
  states.some((state) => state === status)

/** What a person can do with a token, and the dialogs that it takes. */
export function useTokenActions(): TokenActions {
  const [editing, setEditing] = useState<Token | null>(null)
  const [shown, setShown] = useState<ShownKey | null>(null)
  const [revealing, setRevealing] = useState<Token | null>(null)
  const showKey = (name: string, key: string, fresh: boolean) => setShown({ name, key, fresh })
  const reveal = useReveal(showKey, setRevealing)
  const actionsOf = useRowActions({
    edit: setEditing,
    reveal: (token) => void reveal(token),
    showKey,
  })
  return {
    menu: useRowMenu(actionsOf),
    showKey,
    dialogs: (
      <>
        {editing !== null && <TokenEdit token={editing} onClose={() => setEditing(null)} />}
        {revealing !== null && (
          <PasswordConfirm
            onConfirmed={() => reveal(revealing)}
            onClose={() => setRevealing(null)}
          />
        )}
        {shown !== null && (
          <TokenKey
            name={shown.name}
            tokenKey={shown.key}
            fresh={shown.fresh}
            onClose={() => setShown(null)}
          />
        )}
      </>
    ),
  }
}

/** Shows the key again; when the sign-in is too old, the password comes first. */
function useReveal(
  showKey: (name: string, key: string, fresh: boolean) => void,
  askPassword: (token: Token) => void,
) {
  const write = useWrite(tokenCalls, 'revealToken', { quiet: true })
  return async (token: Token): Promise<void> => {
    try {
      const { key } = await write.mutateAsync({ params: { id: token.id } })
      showKey(token.name, key, false)
    } catch (error) {
      if (codeOf(error) === 'auth.recent-sign-in') askPassword(token)
      else notifyFailure(error)
    }
  }
}

type Steps = {
  readonly edit: (token: Token) => void
  readonly reveal: (token: Token) => void
  readonly showKey: (name: string, key: string, fresh: boolean) => void
}

function useRowActions(steps: Steps): (token: Token) => readonly RowAction[] {
  const { t } = useTranslation()
  const canReveal = useSite((site) => site.info.token_key_reveal)
  const ask = useConfirm((confirm) => confirm.ask)
  const change = useTokenChange()
  const rotate = useWrite(tokenCalls, 'rotateToken', { changes: tokenReads, quiet: true })
  const remove = useWrite(tokenCalls, 'deleteToken', { changes: tokenReads, quiet: true })
  const put = (token: Token, status: 1 | 2) =>
    void change({ select: { ids: [token.id] }, names: [token.name] }, status).catch(notifyFailure)
  return (token) => {
    const { name } = token
    const askRotate = () =>
      ask({
        title: t('token.rotateTitle', { name }),
        consequences: [t('token.rotateConsequence')],
        action: t('token.rotate'),
        run: async () => {
          const rotated = await rotate.mutateAsync({ params: { id: token.id } })
          steps.showKey(name, rotated.key, true)
        },
      })
    const askDelete = () =>
      ask({
        title: t('token.deleteTitle', { name }),
        consequences: [t('token.deleteConsequence', { key: token.key_preview })],
        action: t('token.delete'),
        run: () => remove.mutateAsync({ params: { id: token.id } }),
      })
    const actions: (RowAction & { readonly offered: boolean })[] = [
      {
        id: 'reveal',
        label: t('token.reveal'),
        run: () => steps.reveal(token),
        offered: canReveal,
      },
      { id: 'edit', label: t('token.edit'), run: () => steps.edit(token), offered: true },
      {
        id: 'enable',
        label: t('token.enable'),
        run: () => put(token, tokenStatus.enabled),
        offered: allows(tokenAllows.enable, token.status),
      },
      {
        id: 'disable',
        label: t('token.disable'),
        run: () => put(token, tokenStatus.disabled),
        offered: allows(tokenAllows.disable, token.status),
      },
      { id: 'rotate', label: t('token.rotate'), run: askRotate, offered: true },
      { id: 'delete', label: t('token.delete'), run: askDelete, danger: true, offered: true },
    ]
    return actions.filter((action) => action.offered)
  }
}

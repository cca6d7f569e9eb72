import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { type Token, tokenAllows } from '@posthouse/contract/token'
import { codeOf, notifyFailure } from '../../api/refusal.ts'
import { type Calls, type Input, write } from '../../api/use-call.ts'
import { PasswordConfirm } from '../../forms/password-confirm.tsx'
import { TokenEdit } from '../../forms/token-edit.tsx'
import { TokenKey } from '../../forms/token-key.tsx'
import { type Act, asks, changing, deletes, edits, switches } from '../../noun/act.ts'
import type { Stage } from '../../noun/use-stage.tsx'
import { useSite } from '../../stores/site.ts'

const reads: Calls = ['listTokens', 'getToken']
const writing = { changes: reads, quiet: true }

export function showKey(stage: Stage, made: { name: string; key: string }, fresh: boolean): void {
  stage.open((close) => (
    <TokenKey name={made.name} tokenKey={made.key} fresh={fresh} onClose={close} />
  ))
}

/** Shows the key again; when the sign-in is too old, the password comes first. */
async function reveal(token: Token, stage: Stage): Promise<void> {
  const params = { id: token.id }
  try {
    const { key } = await write(tokenCalls, 'revealToken', { params }, { quiet: true })
    showKey(stage, { name: token.name, key }, false)
  } catch (error) {
    if (codeOf(error) !== 'auth.recent-sign-in') return notifyFailure(error)
    const again = () => reveal(token, stage)
    stage.open((close) => <PasswordConfirm onConfirmed={again} onClose={close} />)
  }
}

/** What a person can do with tokens. */
export const tokenActs: readonly Act<Token, 'keyword' | 'status'>[] = [
  {
    id: 'reveal',
    word: 'token.reveal',
    allows: () => useSite.getState().info.token_key_reveal,
    one: (token, stage) => void reveal(token, stage),
  },
  edits((token: Token, close) => <TokenEdit token={token} onClose={close} />),
  ...switches({
    allows: tokenAllows,
    done: { enable: 'token.enabledWhat', disable: 'token.disabledWhat' },
    change: changing({
      send: (body: Input<'changeTokens'>['body']) =>
        write(tokenCalls, 'changeTokens', { body }, { ...writing, repeats: true }),
      reads,
      one: 'token.one',
      many: 'token.many',
      nothing: 'token.nothingChanged',
      skipped: 'token.skipped',
    }),
  }),
  asks({
    id: 'rotate',
    word: 'token.rotate',
    title: 'token.rotateTitle',
    consequence: 'token.rotateConsequence',
    run: async (params, { name }, stage) => {
      const { key } = await write(tokenCalls, 'rotateToken', { params }, writing)
      showKey(stage, { name, key }, true)
    },
  }),
  deletes({
    word: 'token.delete',
    title: 'token.deleteTitle',
    consequence: 'token.deleteConsequence',
    naming: (token: Token) => ({ key: token.key_preview }),
    run: (params) => write(tokenCalls, 'deleteToken', { params }, writing),
    many: {
      word: 'token.deleteMany',
      title: 'token.deleteManyTitle',
      consequence: 'token.deleteManyConsequence',
      done: 'token.deletedMany',
      run: (body) => write(tokenCalls, 'deleteTokens', { body }, writing),
    },
  }),
]

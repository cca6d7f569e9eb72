import { channelCalls } from '@posthouse/contract/calls/channels'
import type { Channel } from '@posthouse/contract/channel'
import { balanceTypes } from '@posthouse/contract/channel-type-numbers'
import { notifyFailure } from '../../../api/refusal.ts'
import { write } from '../../../api/use-call.ts'
import { i18n } from '../../../i18n/index.ts'
import type { Act } from '../../../noun/act.ts'
import { notify } from '../../../ui/notify.tsx'
import { balanceText } from './balance-text.ts'

const changes = ['listChannels', 'getChannel', 'getStationToday'] as const

/** Asks the supplier of one channel. */
export const updatesBalance: Act<Channel, never> = {
  id: 'balance',
  word: 'supplier.balance.one',
  allows: ({ type }) => balanceTypes.some((known) => known === type),
  one: ({ id, name }) => {
    write(channelCalls, 'refreshChannelBalance', { params: { id } }, { changes, quiet: true })
      .then((answer) =>
        notify(
          'success',
          i18n.t('supplier.balance.updated', { name, balance: balanceText(answer) }),
        ),
      )
      .catch(notifyFailure)
  },
}

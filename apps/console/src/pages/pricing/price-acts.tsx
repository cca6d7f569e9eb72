import { priceCalls } from '@posthouse/contract/calls/prices'
import type { Price } from '@posthouse/contract/price'
import { IconLock, IconLockOpen, IconPercentage, IconTag, IconTrash } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { notifyFailure } from '../../api/refusal.ts'
import { write } from '../../api/use-call.ts'
import { i18n } from '../../i18n/index.ts'
import type { Act } from '../../noun/act.ts'
import { namesOf, useConfirm } from '../../stores/confirm.ts'
import type { Selected } from '../../table/select/bulk-bar.tsx'
import { ByPercent, BySupplier, changePrices } from './price-bulk.tsx'
import { filtered, type PriceFilter } from './price-list.ts'
import { priceReads, tellPrices } from './price-store.ts'

/** The models that are meant: those ticked, or all that the filter finds. */
async function modelsOf(select: Selected<PriceFilter>['select']): Promise<string[]> {
  const all = await call(priceCalls.listPrices, {})
  const meant =
    'ids' in select
      ? all.filter(({ id }) => select.ids.includes(id))
      : filtered(all, select.filter as Partial<Record<PriceFilter, string>>)
  return meant.map(({ model }) => model)
}

const lock = (locked: boolean) => {
  const done = (count: number): string =>
    i18n.t(locked ? 'pricing.locked' : 'pricing.unlocked', { count })
  return {
    id: locked ? 'lock' : 'unlock',
    word: locked ? ('pricing.lock' as const) : ('pricing.unlock' as const),
    allows: (price: Price) => price.locked !== locked,
    one: ({ model }: Price) => void changePrices([model], { locked }, done).catch(notifyFailure),
    many: {
      icon: locked ? IconLock : IconLockOpen,
      run: async ({ select, clear }: Selected<PriceFilter>) => {
        await changePrices(await modelsOf(select), { locked }, done)
        clear()
      },
    },
  }
}

async function remove(models: readonly string[]): Promise<void> {
  const writing = { changes: priceReads, quiet: true }
  const body = { models: [...models] }
  const { changed, batch } = await write(priceCalls, 'deletePrices', { body }, writing)
  tellPrices(i18n.t('pricing.deleted', { count: changed }), batch)
}

export const priceActs: readonly Act<Price, PriceFilter>[] = [
  {
    id: 'percent',
    word: 'pricing.byPercent',
    one: ({ model }, stage) =>
      stage.open((close) => (
        <ByPercent models={[model]} onDone={() => undefined} onClose={close} />
      )),
    many: {
      icon: IconPercentage,
      run: async ({ select, clear }, stage) => {
        const models = await modelsOf(select)
        stage.open((close) => <ByPercent models={models} onDone={clear} onClose={close} />)
      },
    },
  },
  {
    id: 'supplier',
    word: 'pricing.setSupplier',
    many: {
      icon: IconTag,
      run: async ({ select, clear }, stage) => {
        const models = await modelsOf(select)
        stage.open((close) => <BySupplier models={models} onDone={clear} onClose={close} />)
      },
    },
  },
  lock(true),
  lock(false),
  {
    id: 'delete',
    word: 'pricing.delete',
    danger: true,
    one: ({ model }) => void remove([model]).catch(notifyFailure),
    many: {
      icon: IconTrash,
      word: 'table.delete',
      run: ({ select, count, names, clear }) => {
        useConfirm.getState().ask({
          title: i18n.t('pricing.deleteManyTitle', { count }),
          consequences: [i18n.t('pricing.deleteManyConsequence')],
          ...namesOf(names, count, i18n.t('table.deleteWord')),
          action: i18n.t('pricing.deleteMany', { count }),
          run: async () => {
            await remove(await modelsOf(select))
            clear()
          },
        })
        return undefined
      },
    },
  },
]

import { priceCalls } from '@posthouse/contract/calls/prices'
import { type PriceStep, priceSteps } from '@posthouse/contract/price-steps'
import type { PreviewedPrice } from '@posthouse/contract/price-work'
import type { z } from 'zod'
import { call } from '../../api/client.ts'
import { i18n } from '../../i18n/index.ts'
import { stepWords } from '../../lib/money/price-words.ts'
import { useConfirm } from '../../stores/confirm.ts'

const stepsShown = 8

/** Saves what the server previewed. Steep changes are asked about first; `save` then runs from the question. */
export async function savePreviewed(
  body: PreviewBody,
  save: () => Promise<unknown>,
): Promise<void> {
  await saveAsked(await previewOf(body), save)
}

type PreviewBody = z.input<(typeof priceCalls.explainPriceChanges)['body']>

const previewOf = (body: PreviewBody) => call(priceCalls.explainPriceChanges, { body })

/** The same for entries that are known before and after. */
export async function saveAsked(
  previewed: readonly PreviewedPrice[],
  save: () => Promise<unknown>,
): Promise<void> {
  const steep = steepNames(previewed)
  if (steep.names.length === 0) {
    await save()
    return
  }
  useConfirm.getState().ask({
    title: i18n.t('pricing.steepTitle'),
    consequences: [i18n.t('pricing.steepConsequence')],
    ...steep,
    action: i18n.t('pricing.steepAction'),
    run: save,
  })
}

/** Steep changes in words, as a question lists them. */
export function steepNames(previewed: readonly PreviewedPrice[]) {
  const steep = previewed.flatMap((one) =>
    stepsOf(one).flatMap((step) =>
      step.steep ? [`${one.before?.model ?? ''} · ${stepWords(step, i18n.t)}`] : [],
    ),
  )
  return { names: steep.slice(0, stepsShown), more: Math.max(0, steep.length - stepsShown) }
}

/** What a save changes of an entry that exists. */
export const stepsOf = ({ before, after }: PreviewedPrice): PriceStep[] =>
  before === null || after === null ? [] : priceSteps(before, after, Math.floor(Date.now() / 1_000))

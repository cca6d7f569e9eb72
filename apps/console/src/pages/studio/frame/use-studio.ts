import { accountCalls } from '@posthouse/contract/calls/account'
import type { Work } from '@posthouse/contract/calls/works'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf, messageOf } from '../../../api/refusal.ts'
import { useRead } from '../../../api/use-call.ts'
import { i18n } from '../../../i18n/index.ts'
import { readJson, writeText } from '../../../lib/storage.ts'
import { notify } from '../../../ui/notify.tsx'
import { filesOf, type NewRun, runWork } from './run-work.ts'
import type { Actions, Draft, Faults, Inputs, StudioDefinition } from './studio.ts'
import { type Estimate, useEstimate } from './use-estimate.ts'

/** The form of a studio, and what becomes of it. */
export type StudioState<Values extends Inputs> = {
  readonly draft: Draft<Values>
  readonly model: CatalogueModel
  readonly change: (change: Partial<Draft<Values>>) => void
  readonly set: (change: Partial<Values>) => void
  readonly faults: Faults<Values>
  readonly estimate: Estimate | null
  /** The wallet does not hold the least that it would cost. */
  readonly tooPoor: boolean
  readonly run: () => void
  readonly sending: boolean
  /** Why the last run did not begin; empty: it did. */
  readonly failure: string
  readonly actions: Actions<Values>
  /** Fills the form with everything that a work was made of. */
  readonly useAgain: (work: Work) => void
  /** The same again at once. */
  readonly runAgain: (work: Work) => void
}

type Options = {
  readonly models: readonly CatalogueModel[]
  /** The model that the address names; empty: none. */
  readonly asked: string
  /** The form is to be seen. */
  readonly onForm: () => void
  /** The works are to be seen. */
  readonly onWorks: () => void
}

const draftKey = (id: string): string => `studio_${id}`

export function useStudio<Values extends Inputs>(
  studio: StudioDefinition<Values>,
  { models, asked, onForm, onWorks }: Options,
): StudioState<Values> {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => stored(studio, asked))
  const [tried, setTried] = useState(false)
  const runs = useRuns(studio, { models, onForm, onWorks })
  const self = useRead(accountCalls, 'getSelf', {})
  const model = modelOf(models, draft.model)
  const current = { ...draft, model: model.name }
  const faults = studio.faultsOf(current, model, t)
  const isRight = Object.values(faults).every((fault) => fault === undefined)
  const estimate = useEstimate(isRight ? studio.callOf(current, model) : null, draft.files)

  const change = (changed: Partial<Draft<Values>>): void => {
    const next = { ...draft, ...changed }
    setDraft(next)
    runs.forget()
    writeText(draftKey(studio.id), JSON.stringify({ model: next.model, inputs: next.inputs }))
  }
  const edit: Actions<Values>['edit'] = ({ inputs, ...rest }) => {
    change({ ...rest, inputs: { ...draft.inputs, ...inputs } })
    onForm()
  }
  return {
    draft: current,
    model,
    change,
    set: (inputs) => change({ inputs: { ...draft.inputs, ...inputs } }),
    faults: tried ? faults : {},
    estimate,
    tooPoor: isTooPoor(self.data?.quota, estimate),
    sending: runs.sending,
    failure: runs.failure,
    run: () => {
      setTried(!isRight)
      if (isRight && !runs.sending) void runs.run(current)
    },
    actions: {
      edit,
      run: (work) => {
        // Pressed twice, it is paid for once.
        if (!runs.sending) void runs.begin({ ...work, files: [] })
      },
    },
    useAgain: (work) => void restored(studio, work).then((wanted) => wanted && edit(wanted)),
    runAgain: (work) => void repeated(work).then((wanted) => wanted && runs.begin(wanted)),
  }
}

const isTooPoor = (balance: number | undefined, estimate: Estimate | null): boolean =>
  balance !== undefined && estimate !== null && 'least' in estimate && balance < estimate.least

/** Begins works, and says why one did not begin. */
function useRuns<Values extends Inputs>(
  studio: StudioDefinition<Values>,
  { models, onForm, onWorks }: Omit<Options, 'asked'>,
) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const begin = async (work: Omit<NewRun, 'studio'>): Promise<void> => {
    setSending(true)
    setFailure('')
    try {
      await runWork({ ...work, studio: studio.id })
      onWorks()
    } catch (error) {
      setFailure([messageOf(error), ...Object.values(fieldsOf(error))].join(' '))
      onForm()
    } finally {
      setSending(false)
    }
  }
  return {
    sending,
    failure,
    forget: () => setFailure(''),
    begin,
    run: (draft: Draft<Values>): Promise<void> => {
      const model = modelOf(models, draft.model)
      return begin({
        model: studio.modelFor?.(draft) ?? model.name,
        title: studio.titleOf(draft),
        inputs: draft.inputs,
        call: studio.callOf({ ...draft, model: model.name }, model),
        files: draft.files,
      })
    },
  }
}

/** The call that a work made, whatever the form would make of its inputs; null: its files are gone. */
async function repeated(work: Work): Promise<Omit<NewRun, 'studio'> | null> {
  const { model, title, inputs, path, body, form } = work
  try {
    return { model, title, inputs, call: { path, body, form }, files: await filesOf(work) }
  } catch {
    notify('warning', i18n.t('studio.filesGone'))
    return null
  }
}

/** Everything that a work was made of; null: its files are gone. */
async function restored<Values extends Inputs>(
  { Inputs: schema }: StudioDefinition<Values>,
  work: Work,
): Promise<Draft<Values> | null> {
  try {
    return { model: work.model, inputs: schema.parse(work.inputs), files: await filesOf(work) }
  } catch {
    notify('warning', i18n.t('studio.filesGone'))
    return null
  }
}

/** The one that is asked for, else the first that works now. */
function modelOf(models: readonly CatalogueModel[], name: string): CatalogueModel {
  const [first] = models
  if (first === undefined) throw new Error('a studio without models has no form')
  const working = models.find(({ available }) => available) ?? first
  return models.find((model) => model.name === name) ?? working
}

/** What was typed last in this browser. */
function stored<Values extends Inputs>(
  { id, Inputs: schema }: StudioDefinition<Values>,
  asked: string,
): Draft<Values> {
  const kept = readJson(draftKey(id))
  const { model, inputs } = typeof kept === 'object' && kept !== null ? (kept as Stored) : {}
  const read = schema.safeParse(inputs ?? {})
  return {
    model: asked !== '' ? asked : typeof model === 'string' ? model : '',
    inputs: read.success ? read.data : schema.parse({}),
    files: [],
  }
}

type Stored = { readonly model?: unknown; readonly inputs?: unknown }

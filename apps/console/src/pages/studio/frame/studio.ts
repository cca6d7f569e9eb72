import type { Studio, Work } from '@posthouse/contract/calls/works'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { TextKey } from '../../../i18n/index.ts'

/** What is typed or chosen in a studio; kept with the work. */
export type Inputs = Readonly<Record<string, string | number | boolean>>

/** A file that goes along, in a field of the form. */
export type StudioFile = {
  readonly id: string
  readonly field: string
  readonly name: string
  readonly blob: Blob
}

/** What a run would be made of. */
export type Draft<Values> = {
  readonly model: string
  readonly inputs: Values
  readonly files: readonly StudioFile[]
}

/** A call of a model API: JSON, or a form with the files in it. In JSON a text `file:0` stands for the first file. */
export type WorkCall = {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly form: boolean
}

/** What is wrong, by input; `files` for the files. */
export type Faults<Values> = { readonly [Name in keyof Values | 'files']?: string }

export type FieldsProps<Values> = {
  readonly draft: Draft<Values>
  readonly model: CatalogueModel
  readonly set: (change: Partial<Values>) => void
  readonly setFiles: (files: readonly StudioFile[]) => void
  /** Shown after somebody tried to run it. */
  readonly faults: Faults<Values>
}

/** What a result can do with the form beside it. */
export type Actions<Values> = {
  /** Fills the form, without running it. */
  readonly edit: (change: {
    readonly inputs?: Partial<Values>
    readonly files?: readonly StudioFile[]
    readonly model?: string
  }) => void
  /** Runs a call of its own, such as a button of a result. */
  readonly run: (work: {
    readonly call: WorkCall
    readonly model: string
    readonly title: string
    readonly inputs: Values
  }) => void
}

export type ResultProps<Values> = {
  readonly work: Work
  readonly inputs: Values
  readonly actions: Actions<Values>
}

/** Words that can be tried, and the inputs that they are. */
type Sample<Values> = { readonly text: TextKey; readonly fill: (text: string) => Partial<Values> }

/** One studio: what is asked, the call that it makes, and how a result looks. The frame does the rest. */
export type StudioDefinition<Values extends Inputs> = {
  readonly id: Studio
  /** What its models do. */
  readonly serves: (model: CatalogueModel) => boolean
  /** The model that follows from what is asked. Absent or null: it is chosen. */
  readonly modelFor?: (draft: Draft<Values>) => string | null
  /** Reads what was stored, with defaults for what is missing. */
  readonly Inputs: z.ZodType<Values>
  readonly Fields: ComponentType<FieldsProps<Values>>
  readonly faultsOf: (draft: Draft<Values>, model: CatalogueModel, t: TFunction) => Faults<Values>
  readonly callOf: (draft: Draft<Values>, model: CatalogueModel) => WorkCall
  readonly titleOf: (draft: Draft<Values>) => string
  readonly samples: readonly Sample<Values>[]
  /** What the one action is called. Absent: `run`. */
  readonly runWord?: (inputs: Values) => TextKey
  /** Absent: they are shown whenever what they fill is empty. */
  readonly showsSamples?: (inputs: Values) => boolean
  /** Of a work that has succeeded, and while it runs where something can be shown already. */
  readonly Result: ComponentType<ResultProps<Values>>
}

import type { BaseElement, ControlElement, WorkbookDocument } from '@octavo/core/document'
import { controlsOf } from '@octavo/core/document'
import type { ComponentType } from 'react'
import type { Effect } from '../effect.ts'

export interface NamedColumn {
  columnId: string
  name: string
}

/** What the fields of an effect are given. */
export interface EffectFieldsProps {
  effect: Effect
  onChange: (effect: Effect) => void
  /** The columns whose selected values an effect may use; none where nothing is selected. */
  columns: readonly NamedColumn[]
}

/** How an effect is made and changed in the panel. */
export interface EffectEditor {
  /** Creates the effect with its initial fields; undefined when the document has nothing that it could act on. */
  first: (document: WorkbookDocument, columns: readonly NamedColumn[]) => Effect | undefined
  Fields?: ComponentType<EffectFieldsProps>
  /** Its result is known to the steps after it, by the name of the step. */
  returnsResult?: true
}

export interface Named {
  value: string
  label: string
}

export const elementsOfKind = (document: WorkbookDocument, kind: string): BaseElement[] =>
  Object.values(document.elements).filter((element) => element.kind === kind)

export const controlChoices = (document: WorkbookDocument): Named[] =>
  controlsOf(document).map(({ controlId, name }: ControlElement) => ({ value: controlId, label: name || controlId }))

export const pageChoices = (document: WorkbookDocument): Named[] =>
  document.pages.map(({ id, name }) => ({ value: id, label: name }))

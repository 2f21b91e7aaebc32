import {
  type ActionPlace,
  copyAction,
  findElement,
  formulaFields,
  type PastedAction,
  pasteAction,
  stepsOf,
  variableOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { checkFormula } from '@octavo/core/formula'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { notify } from '../../ui/index.ts'
import { actionScope } from '../effects/editing/action-scope.ts'
import { effectNames } from '../effects/editing/index.ts'
import type { EditedAction } from '../effects/editing/sequence-edits.ts'
import { copiedAction, keepCopiedAction } from './action-clipboard.ts'

interface CopiedActions {
  copy: (action: EditedAction) => void
  /** Returns the copied action for this list, and says what it lacks; undefined when none of it can be pasted. */
  paste: () => EditedAction | undefined
}

/** Copies actions of a list, and pastes copied ones into it. */
export function useCopiedActions(place: ActionPlace): CopiedActions {
  const { t } = useTranslation('actions')
  const editor = useEditor()
  return {
    copy(action) {
      keepCopiedAction(copyAction(editor.state.document, { ...action }, place.columns))
      notify({ title: t('clip.copied'), tone: 'done' })
    },
    paste() {
      const clip = copiedAction()
      if (!clip) return undefined
      const { document } = editor.state
      const pasted = pasteAction(document, clip, place, newId())
      report(t, pasted, pasted.action ? unknownNames(document, pasted.action, place) : [])
      return pasted.action ? (pasted.action as unknown as EditedAction) : undefined
    },
  }
}

/** Says what of an action was not pasted, and what does not work in its new place. */
function report(t: TFunction<'actions'>, { action, leftOut, hasLostCondition }: PastedAction, unknown: string[]): void {
  const steps = leftOut.map(({ effect, missing }) => {
    const known = [...effectNames, 'if-else' as const].find((name) => name === effect)
    const step = known === undefined ? effect : known === 'if-else' ? t('branches.if') : t(`effects.${known}`)
    return t('clip.leftOutStep', { step, names: missing.join(', ') })
  })
  const sentences = [
    ...(steps.length > 0 ? [t('clip.leftOut', { steps: steps.join('; ') })] : []),
    ...(action && hasLostCondition ? [t('clip.lostCondition')] : []),
    ...(unknown.length > 0 ? [t('clip.unknown', { names: unknown.join(', ') })] : []),
  ]
  if (sentences.length === 0) return
  notify({ title: t(action ? 'clip.pastedInPart' : 'clip.notPasted'), text: sentences.join(' '), tone: 'danger' })
}

/** What formulas and texts of an action refer to and what does not exist here, each once. */
function unknownNames(
  document: WorkbookDocument,
  action: Record<string, unknown>,
  { columns }: Pick<ActionPlace, 'columns'>,
): string[] {
  const results = stepsOf(action.effects, action.onFailure).flatMap((step) => variableOf(step) ?? [])
  const found = formulaFields({ id: 'pasted', kind: 'button', actions: [action] }).flatMap(({ text, spans, scope }) => {
    const table = findElement(document, scope?.elementId ?? '')
    const names = actionScope(document, columns, { results, hasError: true }, table)
    return spans.flatMap(({ start, end }) => {
      const formula = text.slice(start, end)
      const { problems } = checkFormula(formula, names)
      return problems
        .filter(({ code }) => code === 'unknown_column')
        .map(({ span }) => formula.slice(span.start, span.end))
    })
  })
  return [...new Set(found)]
}

import { findElement, type TableRef } from '@octavo/core/document'
import { parseFormula } from '@octavo/core/formula'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newId, useEditor, useEditorState } from '../../../editor/index.ts'
import { useSourceEntries } from '../data/source-entries.ts'
import { columnsQuery } from '../data/typed-columns.ts'
import { combinePlan, isTableRef } from '../join/join-plan.ts'
import type { JoinStart } from '../join/join-source.ts'
import { entryOf, useDistinctTexts } from '../join/use-join-facts.ts'
import {
  columnsMade,
  mostOutputs,
  proposedTranspose,
  readTranspose,
  type TransposeDraft,
  transposeChange,
} from './transpose-source.ts'

/** A transpose whose values are not chosen yet: null, which means all values. */
type OpenTranspose = Omit<TransposeDraft, 'outputs'> & { outputs: readonly string[] | null }

/** The draft of a transpose: its table, its settings, and the resulting columns. */
export function useTransposeDraft(start: JoinStart) {
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const plan = start.kind === 'element' ? combinePlan(document, start.elementId, 'transpose') : undefined
  const source = start.kind === 'element' ? findElement(document, start.elementId)?.source : undefined
  const [ref, setRef] = useState<TableRef | undefined>(() => {
    if (start.kind === 'new') return isTableRef(start.first) ? start.first : undefined
    if (plan === 'beside') return { kind: 'table', elementId: start.elementId }
    return isRecord(source) && isTableRef(source.source) ? source.source : undefined
  })
  const entry = ref && entryOf(document, sources.entries, ref)
  const columns = useQuery({ ...columnsQuery(editor, document, entry), enabled: entry !== undefined })
  const [edited, setEdited] = useState<OpenTranspose>()
  const read = columns.data ?? []
  const begun: OpenTranspose | undefined =
    ref && columns.data
      ? ((plan === 'edit' ? readTranspose(source, read, document) : undefined) ?? {
          ...proposedTranspose(ref, read),
          outputs: null,
        })
      : undefined
  const open = edited ?? begun
  const names = read.find(({ name }) => name === open?.names)?.column.formula
  const reads = names !== undefined && parseFormula(names).tree !== null
  const texts = useDistinctTexts(ref, names ?? '', mostOutputs + 1, reads && open?.direction === 'row-to-column')
  const draft = open && { ...open, outputs: open.outputs ?? usualOutputs(texts.data) }

  const made = draft ? columnsMade(draft, read, newId) : []
  const own = plan === 'edit' && start.kind === 'element' ? start.elementId : undefined
  const change = own === undefined ? { added: made, lost: [] } : transposeChange(document, own, read, made)
  return {
    ...{ document, sources, plan, elementId: own, entry, columns, draft, texts, made, ...change },
    /** `outputs` may be null, which means all values of another column. */
    setDraft: (next: OpenTranspose) => setEdited(next),
    choose(taken: TableRef) {
      setRef(taken)
      setEdited(undefined)
    },
  }
}

export type TransposeDraftState = ReturnType<typeof useTransposeDraft>

/** All values, if they are few enough to become columns. */
function usualOutputs(texts: readonly string[] | undefined): readonly string[] {
  return texts && texts.length <= mostOutputs ? texts : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

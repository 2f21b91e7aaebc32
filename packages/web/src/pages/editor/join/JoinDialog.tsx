import { columnsOf, type DocumentColumn, type ElementSource } from '@octavo/core/document'
import { parseFormula } from '@octavo/core/formula'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import type { LostColumn } from '../data/change-source.ts'
import { LoadingLines } from '../data/SourceList.tsx'
import { friendlySource } from '../data/source-entries.ts'
import { useSourceChooser } from '../data/use-source-chooser.tsx'
import { JoinColumns } from './JoinColumns.tsx'
import { JoinLegs } from './JoinLegs.tsx'
import { JoinOutput } from './JoinOutput.tsx'
import { JoinStepPart } from './JoinStepPart.tsx'
import {
  areAcross,
  isComplete,
  type JoinLeg,
  type JoinStart,
  joinRefusal,
  joinSource,
  lostColumns,
} from './join-source.ts'
import { type JoinDraftState, useJoinDraft } from './use-join-draft.ts'
import '../../../i18n/formulas.ts'
import '../../../i18n/join.ts'

export interface MadeJoin {
  source: ElementSource
  /** Columns to add: all for a new element, for an existing one only the columns of newly joined tables. */
  columns: DocumentColumn[]
  /** For a new element. */
  name: string
  /** Tables that are removed from the element. */
  gone: readonly JoinLeg[]
}

interface JoinDialogProps {
  start: JoinStart
  /** The first text of the search. */
  typed?: string
  onDone: (made: MadeJoin) => void
  onClose: () => void
}

/** Joins tables: sources at the left; keys, match, columns and the first rows at the right. */
export function JoinDialog({ start, typed, onDone, onClose }: JoinDialogProps) {
  const { t } = useTranslation('join')
  const formulas = useTranslation('formulas').t
  const state = useJoinDraft(start)
  const { draft, legs, gone, element } = state
  const [isWarned, setWarned] = useState(false)
  const chooser = useSourceChooser({
    sources: state.sources,
    refusalOf: ({ source }) => {
      const refusal = joinRefusal(state.document, source, element?.id)
      return refusal && t(`refused.${refusal}`)
    },
    typed,
    onTake: (entry) => void state.take(entry),
  })
  const lost = element ? lostColumns(state.document, element.id, gone) : []
  const columns = state.made()
  const isReady = draft !== undefined && !state.isChoosing && isComplete(draft)
  const hasColumns = columns.length > 0 || element !== undefined

  function done() {
    if (!draft || !isReady || !hasColumns) return
    if (lost.length > 0 && !isWarned) return setWarned(true)
    const [first, second] = legs
    const name = second ? t('nameOfTwo', { first: shown(first), second: shown(second) }) : shown(first)
    onDone({ source: joinSource(draft), columns, name, gone })
  }

  return (
    <Dialog
      title={t(element?.source && draft && isJoin(element.source) ? 'editTitle' : 'title')}
      closeLabel={formulas('picker.close')}
      isOpen
      size="full"
      isFlush
      onClose={onClose}
      onSubmit={() => (state.isChoosing ? chooser.take() : done())}
      actions={
        <>
          <Button onClick={onClose}>{formulas('picker.cancel')}</Button>
          <Button look="primary" disabled={!isReady || !hasColumns} onClick={done}>
            {t(isWarned && lost.length > 0 ? 'doneAnyway' : 'done')}
          </Button>
        </>
      }
    >
      <div className="grid h-[min(46rem,70vh)] grid-cols-[20rem_minmax(0,1fr)] border-t border-line">
        {state.isChoosing ? (
          chooser.list
        ) : (
          <JoinLegs state={state} onTakeOut={() => setWarned(false)} onAdd={() => state.setChoosing(true)} />
        )}
        <JoinBody state={state} columns={columns} isReady={isReady} lost={isWarned ? lost : []} />
      </div>
    </Dialog>
  )
}

interface JoinBodyProps {
  state: JoinDraftState
  columns: readonly DocumentColumn[]
  isReady: boolean
  lost: readonly LostColumn[]
}

/** How each table is joined, which columns are selected, and the first rows. */
function JoinBody({ state, columns, isReady, lost }: JoinBodyProps) {
  const { t } = useTranslation('join')
  const { draft, element, document, legs } = state
  const isAcross = areAcross(
    document,
    legs.map(({ ref }) => ref),
  )
  return (
    <div className="flex min-h-0 flex-col gap-6 overflow-auto p-4 scroll-quiet">
      {lost.length > 0 && <LostColumns columns={lost} />}
      {isAcross && <Remark>{t('acrossConnections')}</Remark>}
      {state.isChoosing && <Choosing state={state} />}
      {draft?.steps.map((step, at) => (
        <JoinStepPart key={step.right.id} state={state} draft={draft} at={at} />
      ))}
      {draft && draft.steps.length > 0 && (
        <>
          <JoinColumns state={state} />
          <JoinOutput source={joinSource(draft)} columns={[...ownColumns(element), ...columns]} isReady={isReady} />
        </>
      )}
    </div>
  )
}

/** Columns that an element reads directly from its source, which come before the added ones. */
function ownColumns(element: JoinDraftState['element']): DocumentColumn[] {
  return (element ? columnsOf(element) : []).filter(
    ({ formula, hidden }) => hidden !== true && parseFormula(formula).tree?.kind === 'reference',
  )
}

const shown = (leg: JoinLeg | undefined) => friendlySource(leg?.name ?? '')

function isJoin(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'join'
}

function Choosing({ state: { draft, reading } }: { state: JoinDraftState }) {
  const { t } = useTranslation('join')
  if (reading?.error !== undefined) {
    return <Remark tone="danger">{`${t('noColumns', { name: reading.name })} ${reading.error}`}</Remark>
  }
  if (reading) {
    return (
      <div>
        <p className="px-3 text-muted">{t('reading', { name: reading.name })}</p>
        <LoadingLines />
      </div>
    )
  }
  return <p className="text-muted">{draft ? t('chooseNext', { name: draft.first.name }) : t('chooseFirst')}</p>
}

/** Lists the columns that are removed together with a table, and where each is used. */
function LostColumns({ columns }: { columns: readonly LostColumn[] }) {
  const { t } = useTranslation('join')
  const lines = columns.map(({ name, usedBy }) =>
    usedBy.length === 0 ? name : t('lostUsed', { name, uses: usedBy.join(', ') }),
  )
  return <Remark tone="warning">{`${t('lost')} ${lines.join('; ')}`}</Remark>
}

import { columnsOf, type DocumentColumn, type ElementSource, findElement, type TableRef } from '@octavo/core/document'
import { parseFormula } from '@octavo/core/formula'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { namesOfLost } from '../data/change-source.ts'
import { LoadingLines } from '../data/SourceList.tsx'
import { friendlySource } from '../data/source-entries.ts'
import { useSourceChooser } from '../data/use-source-chooser.tsx'
import { JoinOutput } from '../join/JoinOutput.tsx'
import { areAcross, type JoinStart, joinRefusal } from '../join/join-source.ts'
import { UnionLegs } from './UnionLegs.tsx'
import { UnionRows } from './UnionRows.tsx'
import { isComplete, unionSource } from './union-source.ts'
import { type UnionDraftState, useUnionDraft } from './use-union-draft.ts'
import '../../../i18n/formulas.ts'
import '../../../i18n/join.ts'
import '../../../i18n/union.ts'

export interface MadeUnion {
  source: ElementSource
  /** Columns to add: all columns for a new element; for an existing one, those that it does not have. */
  columns: DocumentColumn[]
  /** For a new element. */
  name: string
  /** Ids of the element's columns that are removed together with a source. */
  lost: readonly string[]
  /** New formulas, by id, of columns of the element that use other names for the columns of the union. */
  formulas: ReadonlyMap<string, string> | undefined
}

interface UnionDialogProps {
  start: JoinStart
  /** The first text of the search. */
  typed?: string
  onDone: (made: MadeUnion) => void
  onClose: () => void
}

/** Appends rows of tables: sources at the left; matching columns and rows at the right. */
export function UnionDialog({ start, typed, onDone, onClose }: UnionDialogProps) {
  const { t } = useTranslation('union')
  const formulas = useTranslation('formulas').t
  const state = useUnionDraft(start)
  const { draft, lost, isChoosing } = state
  const [isWarned, setWarned] = useState(false)
  const chooser = useSourceChooser({
    sources: state.sources,
    refusalOf: ({ source }) => {
      const refusal = joinRefusal(state.document, source, state.elementId)
      return refusal && t(`refused.${refusal}`)
    },
    typed,
    onTake: (entry) => void state.take(entry),
  })
  const isReady = draft !== undefined && !isChoosing && isComplete(draft, state.known)
  const needsConfirmation = isWarned && lost.length > 0

  function done() {
    if (!draft || !isReady) return
    if (lost.length > 0 && !isWarned) return setWarned(true)
    const [first = '', second = ''] = draft.legs.map(({ name }) => friendlySource(name))
    const name = t('nameOfTwo', { first, second })
    onDone({ source: unionSource(draft), columns: state.added, name, lost, formulas: state.formulas })
  }

  return (
    <Dialog
      title={t(state.plan === 'edit' ? 'editTitle' : 'title')}
      closeLabel={formulas('picker.close')}
      isOpen
      size="full"
      isFlush
      onClose={onClose}
      onSubmit={() => (isChoosing ? chooser.take() : done())}
      actions={
        <>
          <Button onClick={onClose}>{formulas('picker.cancel')}</Button>
          <Button look="primary" disabled={!isReady} onClick={done}>
            {t(needsConfirmation ? 'doneAnyway' : 'done')}
          </Button>
        </>
      }
    >
      <div className="grid h-[min(46rem,70vh)] grid-cols-[20rem_minmax(0,1fr)] border-t border-line">
        {isChoosing ? chooser.list : <UnionLegs state={state} onTakeOut={() => setWarned(false)} />}
        <UnionBody state={state} isReady={isReady} needsConfirmation={needsConfirmation} />
      </div>
    </Dialog>
  )
}

/** The matching of columns, and the first rows. */
function UnionBody({
  state,
  isReady,
  needsConfirmation,
}: {
  state: UnionDraftState
  isReady: boolean
  needsConfirmation: boolean
}) {
  const { t } = useTranslation('union')
  const { draft, document, elementId, added, lost } = state
  const own = elementId === undefined ? undefined : findElement(document, elementId)
  const kept = (own ? columnsOf(own) : []).filter(
    ({ id, formula, hidden }) =>
      hidden !== true && !lost.includes(id) && parseFormula(formula).tree?.kind === 'reference',
  )
  const names = needsConfirmation && elementId !== undefined ? namesOfLost(document, elementId, lost) : []
  return (
    <div className="flex min-h-0 flex-col gap-6 overflow-auto p-4 scroll-quiet">
      {names.length > 0 && (
        <Remark tone="warning">
          {`${t('lost')} ${names
            .map(({ name, usedBy }) => (usedBy.length === 0 ? name : t('lostUsed', { name, uses: usedBy.join(', ') })))
            .join('; ')}`}
        </Remark>
      )}
      {draft && areAcross(document, refsOf(draft)) && <Remark>{t('acrossConnections')}</Remark>}
      {state.isChoosing && <Choosing state={state} />}
      {draft && draft.legs.length > 1 && (
        <>
          <UnionRows state={state} draft={draft} />
          <JoinOutput
            source={unionSource(draft)}
            columns={[...kept, ...added]}
            isReady={isReady}
            missing={t('noOutput')}
          />
        </>
      )}
      {draft && draft.legs.length < 2 && !state.isChoosing && <p className="text-muted">{t('tooFew')}</p>}
    </div>
  )
}

const refsOf = ({ legs }: { legs: readonly { ref: TableRef }[] }) => legs.map(({ ref }) => ref)

function Choosing({ state: { draft, reading, failed } }: { state: UnionDraftState }) {
  const { t } = useTranslation('union')
  if (failed) return <Remark tone="danger">{failed.message}</Remark>
  if (reading?.error !== undefined) {
    return <Remark tone="danger">{`${t('noColumns', { name: reading.name })} ${reading.error}`}</Remark>
  }
  if (reading || !draft) {
    return (
      <div>
        {reading && <p className="px-3 text-muted">{t('reading', { name: reading.name })}</p>}
        <LoadingLines />
      </div>
    )
  }
  const last = draft.legs.at(-1)
  return <p className="text-muted">{last ? t('chooseNext', { name: last.name }) : t('chooseFirst')}</p>
}

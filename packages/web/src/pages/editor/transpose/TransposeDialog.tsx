import { type DocumentColumn, type ElementSource, findElement } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { namesOfLost } from '../data/change-source.ts'
import { LoadingLines } from '../data/SourceList.tsx'
import { friendlySource } from '../data/source-entries.ts'
import { useSourceChooser } from '../data/use-source-chooser.tsx'
import { JoinOutput } from '../join/JoinOutput.tsx'
import { isTableRef } from '../join/join-plan.ts'
import type { JoinStart } from '../join/join-source.ts'
import { TransposeFields } from './TransposeFields.tsx'
import { transposeProblem, transposeSource } from './transpose-source.ts'
import { type TransposeDraftState, useTransposeDraft } from './use-transpose-draft.ts'
import '../../../i18n/formulas.ts'
import '../../../i18n/join.ts'
import '../../../i18n/transpose.ts'

export interface MadeTranspose {
  source: ElementSource
  /** Columns to add: all columns for a new element; for an existing one, those that it does not have. */
  columns: DocumentColumn[]
  /** For a new element. */
  name: string
  /** Ids of the element's columns that are removed. */
  lost: readonly string[]
}

interface TransposeDialogProps {
  start: JoinStart
  /** The first text of the search. */
  typed?: string
  onDone: (made: MadeTranspose) => void
  onClose: () => void
}

/** Transposes a table: turns rows into columns, or columns into rows. */
export function TransposeDialog({ start, typed, onDone, onClose }: TransposeDialogProps) {
  const { t } = useTranslation('transpose')
  const formulas = useTranslation('formulas').t
  const state = useTransposeDraft(start)
  const { entry, draft, lost, columns } = state
  const [isWarned, setWarned] = useState(false)
  const chooser = useSourceChooser({
    sources: state.sources,
    refusalOf: ({ source }) => (isTableRef(source) ? undefined : t('upload')),
    typed,
    onTake: ({ source }) => isTableRef(source) && state.choose(source),
  })
  const isReady = draft !== undefined && transposeProblem(draft, columns.data ?? []) === undefined
  const needsConfirmation = isWarned && lost.length > 0

  function done() {
    if (!draft || !entry || !isReady) return
    if (lost.length > 0 && !isWarned) return setWarned(true)
    const name = t('madeName', { name: friendlySource(entry.name) })
    onDone({ source: transposeSource(draft), columns: state.added, name, lost })
  }

  return (
    <Dialog
      title={t(state.plan === 'edit' ? 'editTitle' : 'title')}
      closeLabel={formulas('picker.close')}
      isOpen
      size="full"
      isFlush
      onClose={onClose}
      onSubmit={() => (entry ? done() : chooser.take())}
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
        {entry ? <TransposeFields state={state} onChange={() => setWarned(false)} /> : chooser.list}
        <div className="flex min-h-0 flex-col gap-6 overflow-auto p-4 scroll-quiet">
          {entry ? (
            <Outcome state={state} needsConfirmation={needsConfirmation} />
          ) : (
            <p className="text-muted">{t('choose')}</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The result: columns that stay, what is missing, the first rows. */
function Outcome({ state, needsConfirmation }: { state: TransposeDraftState; needsConfirmation: boolean }) {
  const { t } = useTranslation('transpose')
  const { entry, draft, columns, document, elementId, lost, made } = state
  if (columns.error) {
    return <Remark tone="danger">{`${t('noColumns', { name: entry?.name ?? '' })} ${columns.error.message}`}</Remark>
  }
  if (!draft || !columns.data || state.texts.isLoading) return <LoadingLines />
  const problem = transposeProblem(draft, columns.data)
  const turned = draft.direction === 'row-to-column' ? [draft.names, draft.values] : draft.merged
  const rest = columns.data.map(({ name }) => name).filter((name) => !turned.includes(name))
  const own = elementId === undefined ? undefined : findElement(document, elementId)
  const names = needsConfirmation && own ? namesOfLost(document, own.id, lost) : []
  return (
    <>
      {names.length > 0 && (
        <Remark tone="warning">
          {`${t('lost')} ${names
            .map(({ name, usedBy }) => (usedBy.length === 0 ? name : t('lostUsed', { name, uses: usedBy.join(', ') })))
            .join('; ')}`}
        </Remark>
      )}
      {rest.length > 0 && <p className="text-muted">{t('rest', { names: rest.join(', ') })}</p>}
      <JoinOutput
        source={transposeSource(draft)}
        columns={made}
        isReady={problem === undefined}
        missing={t(`problem.${problem ?? 'columns'}`)}
      />
    </>
  )
}

import { elementLabel, findElement, type Models, type WorkbookDocument } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { Remark } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { LoadingLines } from '../data/SourceList.tsx'
import { type SourceEntry, useSourceEntries } from '../data/source-entries.ts'
import { useSourceChooser } from '../data/use-source-chooser.tsx'
import { isTableRef } from '../join/join-plan.ts'
import { SourceReview } from '../source/SourceReview.tsx'
import { SwapList } from './SwapList.tsx'
import {
  type ChosenSwap,
  joinsAcross,
  keyOfSource,
  modelsOf,
  nameOfUsed,
  swapEdits,
  type UsedSource,
  usedSources,
  usersOfRead,
} from './swap-plan.ts'
import { useSwapReview } from './use-swap-review.ts'
import '../../../i18n/change-source.ts'
import '../../../i18n/formulas.ts'
import '../../../i18n/union.ts'

/** Replaces sources of the workbook: choose each one, review the effect on its columns, apply everything as one undo step. */
export function SwapSourcesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('changeSource')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const used = useMemo(() => usedSources(document), [document])
  const sources = useSourceEntries(document)
  const outside = useMemo(() => sources.entries.filter(({ group }) => group !== 'workbook'), [sources.entries])
  const models = useMemo(() => modelsOf(document, outside), [document, outside])
  const [openKey, setOpenKey] = useState(used[0]?.key)
  const { targets, swaps, setTarget, onReviewed } = useSwaps()
  const opened = used.find(({ key }) => key === openKey) ?? used[0]
  const target = opened && targets.get(opened.key)
  const ready = used.flatMap(({ key }) => (targets.has(key) ? (swaps.get(key) ?? []) : []))
  const across = joinsAcross(document, targets).map((id) => elementLabel(findElement(document, id) ?? { id, kind: '' }))
  const isReady = targets.size > 0 && ready.length === targets.size
  const chooser = useSourceChooser({
    sources: { ...sources, entries: outside },
    refusalOf: useRefusal(opened),
    onTake: (entry) => opened && setTarget(opened.key, entry),
  })

  function apply() {
    if (!isReady) return
    const edits = swapEdits(editor.state.document, models, ready)
    if (edits.length > 0) editor.apply(t('swap.word'), edits)
    onClose()
  }

  return (
    <Dialog
      title={t('swap.title')}
      closeLabel={t('close')}
      isOpen
      size="picker"
      isFlush
      onClose={onClose}
      onSubmit={() => (target ? apply() : chooser.take())}
      beside={opened && target && <Button onClick={() => setTarget(opened.key, undefined)}>{t('swap.keep')}</Button>}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" disabled={!isReady} onClick={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      {across.length > 0 && (
        <div className="px-6 pb-3">
          <Remark tone="warning">{t('swap.across', { names: across.join(', ') })}</Remark>
        </div>
      )}
      {opened ? (
        <div className="grid h-[min(36rem,62vh)] grid-cols-[16rem_minmax(0,1fr)] border-t border-line">
          <SwapList
            used={used}
            names={
              new Map(
                used.map((each) => [
                  each.key,
                  nameOfSql(each, document, t) ?? nameInList(each, sources.entries, models),
                ]),
              )
            }
            targets={targets}
            swaps={swaps}
            openKey={opened.key}
            onOpen={setOpenKey}
          />
          {!target && <div className="grid min-h-0 grid-rows-[minmax(0,1fr)] *:border-r-0">{chooser.list}</div>}
          {used.map((each) => {
            const chosen = targets.get(each.key)
            if (!chosen) return null
            return (
              <div
                key={`${each.key} ${chosen.key}`}
                hidden={each !== opened}
                className="min-h-0 overflow-auto p-4 scroll-quiet"
              >
                <ReviewOfSwap used={each} target={chosen} models={models} onReviewed={onReviewed} />
              </div>
            )
          })}
        </div>
      ) : (
        <p className="border-t border-line px-6 py-4 text-muted">{t('swap.none')}</p>
      )}
    </Dialog>
  )
}

/** The chosen replacement of each source, and the finished reviews. */
function useSwaps() {
  const [targets, setTargets] = useState<ReadonlyMap<string, SourceEntry>>(new Map())
  const [swaps, setSwaps] = useState<ReadonlyMap<string, ChosenSwap>>(new Map())
  const onReviewed = useCallback((swap: ChosenSwap) => setSwaps((before) => new Map(before).set(swap.key, swap)), [])

  function setTarget(key: string, entry: SourceEntry | undefined) {
    setTargets((before) => new Map(entry ? [...before, [key, entry]] : [...before].filter(([other]) => other !== key)))
    setSwaps((before) => new Map([...before].filter(([other]) => other !== key)))
  }
  return { targets, swaps, setTarget, onReviewed }
}

interface ReviewOfSwapProps {
  used: UsedSource
  target: SourceEntry
  models: Models
  onReviewed: (swap: ChosenSwap) => void
}

function ReviewOfSwap({ used, target, models, onReviewed }: ReviewOfSwapProps) {
  const { t } = useTranslation('changeSource')
  const { document, reads, rows, pointed, error, choose } = useSwapReview(used, target, models)
  useEffect(() => {
    if (rows) onReviewed({ key: used.key, source: target.source, reads: rows, pointed })
  }, [used, target, rows, pointed, onReviewed])
  if (error) return <Remark tone="danger">{`${t('noColumns', { name: target.name })} ${error.message}`}</Remark>
  if (!rows) return <LoadingLines />
  return (
    <>
      <p className="pb-3">
        {t('swap.from', { from: nameOfUsed(used.source, models), to: target.label ?? target.name })}
      </p>
      <SourceReview
        rows={rows}
        usesOf={({ key }) => {
          const read = reads.find((each) => each.key === key)
          return read ? usersOfRead(document, read) : ''
        }}
        onChoose={choose}
      />
    </>
  )
}

/** Why a source cannot replace another one. */
function useRefusal(used: UsedSource | undefined) {
  const { t } = useTranslation('changeSource')
  return ({ source }: SourceEntry) => {
    if (used && keyOfSource(source) === used.key) return t('present')
    const isJoined = used?.uses.some(({ isNested }) => isNested)
    return isJoined && !isTableRef(source) ? t('swap.notJoined') : undefined
  }
}

/** Statements have no name; the name of the first element that reads one tells them apart. */
function nameOfSql({ source, uses }: UsedSource, document: WorkbookDocument, t: TFunction<'changeSource'>) {
  const element = source.kind === 'sql' ? findElement(document, uses[0]?.elementId ?? '') : undefined
  return element && { name: t('swap.sql'), place: elementLabel(element) }
}

/** The name in the source picker, with the location. */
function nameInList(used: UsedSource, entries: readonly SourceEntry[], models: Models) {
  const listed = entries.find(({ source }) => keyOfSource(source) === used.key)
  return { name: listed?.label ?? listed?.name ?? nameOfUsed(used.source, models), place: listed?.place ?? '' }
}

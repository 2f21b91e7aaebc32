import {
  type Aggregate,
  addColumns,
  addFilters,
  addFolder,
  aggregated,
  applyEdits,
  type ColumnFormat,
  type ColumnHolder,
  type ColumnLevel,
  type ColumnMove,
  type Conversion,
  changeFormulas,
  controlFieldsOf,
  controlTargetOf,
  converted,
  type DatePartName,
  type DocumentColumn,
  type DocumentEdit,
  datePartFormula,
  duplicateColumns,
  freezeColumns,
  groupByColumns,
  levelOfColumn,
  limitColumn,
  moveColumns,
  moveToFolder,
  moveToLevel,
  partOfDate,
  percentOf,
  removeColumns,
  removeFilter,
  renameColumn,
  replaceReferences,
  type SecurityCriteria,
  setColumnSecurity,
  setColumnStyle,
  setColumns,
  setGrandTotal,
  sortColumns,
  sortOf,
  sparklineFormula,
  type Truncation,
  totalsOf,
  truncated,
  ungroupColumns,
  usesOfColumns,
  type WorkbookDocument,
  wrapped,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import type { TFunction } from 'i18next'
import { type DraftEditor, elementEdits, newId, placeAbove } from '../../../editor/index.ts'
import { notify } from '../../../ui/index.ts'
import type { ColumnFacts } from './column-facts.ts'
import { focusFormula } from './formula-focus.ts'

/** What "Copy format" took, for any table of this tab. */
let copiedFormat: { format: ColumnFormat | undefined; style: Readonly<Record<string, unknown>> } | undefined

/** Width in pixels of columns that are made equally wide, when the first has no explicit width. */
const usualWidth = 140

function styleOf(column: DocumentColumn | undefined): Record<string, unknown> {
  const style = column?.style
  return typeof style === 'object' && style !== null ? { ...style } : {}
}

/** What the commands of a column act on. */
export interface ColumnTarget {
  editor: DraftEditor
  element: ColumnHolder
  columnIds: readonly string[]
  facts: ColumnFacts
  t: TFunction<'columns'>
}

/** What a share is of. */
type Share = Parameters<typeof percentOf>[1]

/** The commands of columns, each one gesture: a batch of edits with a word for undo. */
export function columnGestures(target: ColumnTarget) {
  const context = contextOf(target)
  return {
    name: context.name,
    columnIds: context.columnIds,
    ...placeGestures(context),
    ...rowGestures(context),
    ...totalGestures(context),
    ...formulaGestures(context),
    ...lookGestures(context),
    ...nameGestures(context),
  }
}

type GestureContext = ReturnType<typeof contextOf>

/** What all gestures share: the columns, the document as it is now, and how a change is made. */
function contextOf({ editor, element, columnIds, facts, t }: ColumnTarget) {
  const { id } = element
  const [first = ''] = columnIds
  const name = columnIds.map(facts.name).join(', ')
  const document = () => editor.state.document
  const apply = (word: string, edits: DocumentEdit[], select?: readonly string[]) => {
    if (edits.length === 0) return
    editor.apply(word, edits, select ? { select: { elementIds: [id], columnIds: select } } : {})
  }
  /** Changes the formula of each column. */
  const formulas = (change: (formula: string) => string, keepsName = false) =>
    apply(t('word.formula', { name }), changeFormulas(document(), id, columnIds, change, { keepsName }))
  /** A new column to the right, computed from the first of the columns. */
  const derive = (formula: string, fields: { name?: string; format?: ColumnFormat } = {}) => {
    const added = newId()
    const level = levelOfColumn(element, first)
    const edits = addColumns(document(), id, [{ id: added, formula, ...fields }], { after: first, level })
    apply(t('word.add'), edits, [added])
  }
  /** The edits of several changes, each made to what the one before leaves. */
  const inOrder = (...changes: readonly ((now: WorkbookDocument) => DocumentEdit[])[]): DocumentEdit[] => {
    const edits: DocumentEdit[] = []
    for (const change of changes) edits.push(...change(applyEdits(document(), edits).document))
    return edits
  }
  return { editor, element, columnIds, facts, t, id, first, name, document, apply, formulas, derive, inOrder }
}

/** Where columns stand: their order, levels, folders, and whether they are there at all. */
function placeGestures(context: GestureContext) {
  const { element, columnIds, facts, t, id, first, name, document, apply } = context
  return {
    /** A column to the right, without a formula yet; the formula bar takes it from there. Returns its id. */
    addColumn(formula = '') {
      const added = newId()
      const level = first === '' ? undefined : levelOfColumn(element, first)
      const column = {
        id: added,
        formula: formula === '' ? 'Null' : formula,
        ...(formula === '' ? { name: t('calc') } : {}),
      }
      // Requested before the change, because the bar of the new column checks for the request when it appears.
      focusFormula()
      apply(t('word.add'), addColumns(document(), id, [column], { after: first || undefined, level }), [added])
      return added
    },
    /** Several columns that formulas define, to the right in their order, as one step. */
    deriveAll(columns: readonly { formula: string; name: string }[], word = t('word.add')) {
      const added = columns.map((column) => ({ id: newId(), ...column }))
      const level = levelOfColumn(element, first)
      apply(
        word,
        addColumns(document(), id, added, { after: first, level }),
        added.map((column) => column.id),
      )
    },
    duplicate: () => apply(t('word.duplicate', { name }), duplicateColumns(document(), id, columnIds, newId)),
    group: () =>
      apply(t('word.group', { name }), groupByColumns(document(), id, columnIds, newId(), facts.isAggregate)),
    ungroup: () => apply(t('word.ungroup', { name }), ungroupColumns(document(), id, columnIds)),
    toLevel: (level: ColumnLevel) => apply(t('word.move', { name }), calculation(context, level)),
    move: (move: ColumnMove) => apply(t('word.move', { name }), moveColumns(document(), id, columnIds, move)),
    toFolder: (folderId: string | null) =>
      apply(t('word.folder', { name }), moveToFolder(document(), id, columnIds, folderId)),
    newFolder: (folderName: string) =>
      apply(t('word.folder', { name }), addFolder(document(), id, { id: newId(), name: folderName }, columnIds)),
    remove: () => apply(t('word.delete', { name }), removeColumns(document(), id, columnIds), []),
    /** What uses the columns, and would break without them. */
    uses: () => usesOfColumns(document(), id, columnIds),
  }
}

/** Which rows are shown, and in which order. */
function rowGestures({ editor, element, columnIds, facts, t, id, first, name, document, apply }: GestureContext) {
  return {
    sort(direction: 'ascending' | 'descending', { adds = false } = {}) {
      const isSame = sortOf(element, first) === direction
      const edits = sortColumns(document(), id, columnIds, isSame ? null : direction, { adds })
      apply(t(isSame ? 'word.unsort' : 'word.sort', { name }), edits)
    },
    unsort: () => apply(t('word.unsort', { name }), sortColumns(document(), id, columnIds, null)),
    limit: (limit: number) =>
      apply(
        t('word.limit', { name }),
        limitColumn(document(), id, first, { limit, name: t('limitName', { name: facts.name(first) }), newId }),
      ),
    addFilter: (filter: Parameters<typeof addFilters>[2][number]) =>
      apply(t('word.filter', { name }), addFilters(document(), id, [filter])),
    pageControl() {
      for (const columnId of columnIds) {
        const target = controlTargetOf(document(), id, columnId)
        if (!target) continue
        // A filter by values becomes the control: it would filter a second time beside it.
        const filter = element.filters?.find((each) => each.columnId === columnId && each.kind === 'list')
        const fields = controlFieldsOf(target, facts.type(columnId), facts.name(columnId), filter)
        const without = filter ? removeFilter(document(), id, filter.id) : []
        const state = { ...editor.state, document: applyEdits(document(), without).document }
        const added = newId()
        const edits = elementEdits(state, added, { kind: 'control', fields, ...placeAbove(editor, id) })
        const select = { elementIds: [added], columnIds: [] }
        editor.apply(t('word.control', { name }), [...without, ...edits], { select })
      }
    },
  }
}

/** Totals of the columns, and values computed of them. */
function totalGestures(context: GestureContext) {
  const { element, columnIds, facts, t, id, first, name, document, apply, derive, inOrder } = context
  return {
    total: (isShown: boolean, ids: readonly string[] = columnIds) =>
      apply(t('word.total', { name }), setGrandTotal(document(), id, ids, isShown, newId)),
    /** The same calculation for the rows of an outer grouping. */
    subtotal(groupingId: string) {
      const columns = columnIds.flatMap((each) => {
        const column = element.columns.find((other) => other.id === each)
        return column ? [{ ...column, id: newId(), name: facts.name(each) }] : []
      })
      apply(t('word.total', { name }), addColumns(document(), id, columns, { level: { kind: 'grouping', groupingId } }))
    },
    /** Sets the aggregate of totals, independently of the rows above them. */
    totalAggregate(ids: readonly string[], aggregate: Aggregate) {
      const totals = ids.flatMap((each) => totalsOf(element)[each] ?? [])
      const word = t('word.total', { name: ids.map(facts.name).join(', ') })
      apply(
        word,
        changeFormulas(document(), id, totals, (formula) => aggregated(formula, aggregate), { keepsName: true }),
      )
    },
    /** The share of a total: as a column beside this one, or in its place where only what is on a shelf is shown. */
    percent(mode: Share, { inPlace = false } = {}) {
      const share = percentColumn(context, mode)
      if (!inPlace) apply(t('word.add'), addColumns(document(), id, [share], { after: first }))
      else
        apply(
          t('word.formula', { name }),
          inOrder(
            (now) => changeFormulas(now, id, [first], () => share.formula),
            (now) => setColumns(now, id, [first], { format: share.format }),
            (now) => renameColumn(now, id, first, share.name),
          ),
        )
    },
    addSparkline() {
      const date = element.columns.find((each) => facts.type(each.id) === 'date' && !facts.isAggregate(each.id))
      if (!date) return notify({ tone: 'danger', title: t('sparklineNeedsDate') })
      const formula = element.columns.find((each) => each.id === first)?.formula ?? ''
      derive(sparklineFormula(formula, facts.name(date.id)), { name: t('sparklineOf', { name: facts.name(first) }) })
    },
  }
}

/** What the columns compute. */
function formulaGestures({ facts, t, id, first, name, document, apply, formulas, derive }: GestureContext) {
  return {
    aggregate: (aggregate: Aggregate) => formulas((formula) => aggregated(formula, aggregate)),
    truncate: (unit: Truncation | null) => formulas((formula) => truncated(formula, unit)),
    datePart: (part: DatePartName) => formulas((formula) => partOfDate(formula, part)),
    wrap: (functionName: string, ...args: readonly (string | number)[]) =>
      formulas((formula) => wrapped(formula, functionName, ...args), true),
    convert: (to: Conversion) => formulas((formula) => converted(formula, to), true),
    derive,
    addDatePart: (part: DatePartName) =>
      derive(datePartFormula(facts.name(first), part), { name: `${t(`part.${part}`)} of ${facts.name(first)}` }),
    /** Formulas name another column of the element in place of the first one. */
    replaceBy: (by: string, isIncluded: Parameters<typeof replaceReferences>[2]) =>
      apply(
        t('word.references', { name }),
        replaceReferences(document(), { elementId: id, columnId: first, by }, isIncluded),
      ),
  }
}

/** How values look. */
function lookGestures({ editor, element, columnIds, t, id, first, name, document, apply, inOrder }: GestureContext) {
  return {
    format: (format: object | undefined) =>
      apply(t('word.format', { name }), setColumns(document(), id, columnIds, { format })),
    style: (style: Readonly<Record<string, unknown>>) =>
      apply(t('word.format', { name }), setColumnStyle(document(), id, columnIds, style)),
    width(width: number | undefined) {
      const edits = setColumnStyle(document(), id, columnIds, { width })
      // A drag sends many widths, which are one step of undo.
      if (edits.length > 0) editor.apply(t('word.width', { name }), edits, { gather: `width ${columnIds.join()}` })
    },
    sameWidth() {
      const { width: own } = styleOf(element.columns.find((each) => each.id === first))
      const width = typeof own === 'number' ? own : usualWidth
      apply(t('word.width', { name }), setColumnStyle(document(), id, columnIds, { width }))
    },
    copyFormat() {
      const column = element.columns.find((each) => each.id === first)
      const { width: _width, ...look } = styleOf(column)
      copiedFormat = { format: column?.format, style: look }
    },
    pasteFormat() {
      const copied = copiedFormat
      if (!copied) return notify({ tone: 'danger', title: t('noFormatCopied') })
      apply(
        t('word.format', { name }),
        inOrder(
          (now) => setColumns(now, id, columnIds, { format: copied.format }),
          (now) => setColumnStyle(now, id, columnIds, copied.style),
        ),
      )
    },
    link: (link: object | undefined) =>
      apply(t('word.format', { name }), setColumns(document(), id, columnIds, { link })),
    image: (image: object | undefined) =>
      apply(t('word.format', { name }), setColumns(document(), id, columnIds, { image })),
  }
}

/** The names of columns, and who sees them. */
function nameGestures({ columnIds, t, id, first, name, document, apply }: GestureContext) {
  return {
    rename: (next: string | undefined) => apply(t('word.rename', { name }), renameColumn(document(), id, first, next)),
    describe: (description: string | undefined) =>
      apply(
        t('word.describe', { name }),
        setColumns(document(), id, columnIds, { description: description || undefined }),
      ),
    hide: (isHidden: boolean) =>
      apply(
        t(isHidden ? 'word.hide' : 'word.show', { name }),
        setColumns(document(), id, columnIds, { hidden: isHidden || undefined }),
      ),
    /** Null lets every reader see the values. */
    secure: (criteria: SecurityCriteria | null) =>
      apply(t('word.security', { name }), setColumnSecurity(document(), id, columnIds, criteria, newId)),
    freeze: () => apply(t('word.freeze'), freezeColumns(document(), id, first)),
    unfreeze: () => apply(t('word.unfreeze'), freezeColumns(document(), id, null)),
  }
}

/** Numbers of the rows are summed where they become calculations; what aggregates already stays as it is. */
function calculation({ columnIds, facts, document, id }: GestureContext, level: ColumnLevel): DocumentEdit[] {
  const plain = columnIds.filter((each) => level.kind !== 'rows' && !facts.isAggregate(each))
  if (plain.length === 0) return moveToLevel(document(), id, columnIds, level)
  const columns = plain.map((each) => ({
    id: newId(),
    formula: `${facts.type(each) === 'number' ? 'Sum' : 'Count'}(${printReference([facts.name(each)])})`,
  }))
  return addColumns(document(), id, columns, { level })
}

function percentColumn({ element, facts, first }: GestureContext, mode: Share) {
  const column = element.columns.find((each) => each.id === first)
  return {
    id: newId(),
    formula: percentOf(column?.formula ?? '', mode),
    name: `% of ${facts.name(first)}`,
    format: { kind: 'number', formatString: ',.1%' } as const,
  }
}

import { describe, expect, test } from 'vitest'
import type { DocumentColumn, WorkbookDocument } from './api.ts'
import { bindFormulas, printFormulas } from './bindings.ts'
import { checkEdited } from './check-edited.ts'
import { readFormN } from './codecs/form-n.ts'
import { applyEdits } from './edits/index.ts'
import { Action } from './elements/actions.ts'
import { elementKinds } from './elements/index.ts'
import { formulaFields } from './formula-fields.ts'
import { formulaHosts } from './formula-hosts.ts'
import * as gestures from './gestures/index.ts'
import { columnsOf } from './lookups.ts'
import { controlOf, ordersTable } from './testing/examples.ts'
import { type StringPlace, stringPlaces } from './testing/string-places.ts'

/** Fields whose text is a formula, or has formulas in braces, in every object that has them. */
const formulaNames = new Set(
  'body comparison.label formula left noDataText message right sourceColumns statement subject title.text url'.split(
    ' ',
  ),
)

/**
 * Fields whose text is an id, a word, a colour or a constant. A field that is in neither list fails the test: its author says here whether it
 * has formulas, and `formulaFields` finds those that do.
 */
const plainNames = new Set(
  `accessToken acceptedFileTypes address agentId alt apiConnectorId authorization axisId backgroundColor bandingColor baseStyle borderColor by
  calculations cardSpacing clearLabel color colorBad colorGood colorNeutral column columnId columnIds columnLabelForMergedColumns
  columnLabelForValues columns comparisonColor condition config connectionId connectorLineColor container control controlId currencySymbol
  dataModelId datasetId date dateColumnId decimalSymbol decrease digitGroupingSymbol displayColumnId displayName displayNullAs document
  element elementId elementSpacing emoji emptyCellDisplay endDate eventName fieldValues fillColor fit font fontColor formatString from
  grandTotalBackgroundColor grandTotalColor groupBy groupingId headerDividerColor high id inColumn increase inodeId inputName itemId items key
  labelColor labelDisplay labels link low memberId name noDateText order outputColumnName outputColumns overlayId page pageId pageLabels path
  placeholder pluginId prefix ref restrictedColumns scheme selectedColor shelf showGrandTotals showSubtotals signature size source
  sourceColumnId startDate styleUrl subTotalBackgroundColor subTotalColor suffix summary tabbedContainer table targetColumnId targetElementId
  teamId textColor textWrap total trackColor userAttributeId userId value valueColor values verticalAlign with writebackSchema`.split(
    /\s+/,
  ),
)

/** Places of fields whose texts are formulas in some objects and plain texts in others; those with formulas. */
const mixedPlaces = [
  /^\.(name|description)(\.text)?$/,
  /^(\.text|\.options.*\.label|\.fields\[0\]\.label|\.axisTotals\[0\]\.label)$/,
  /^\.(startPoint|waterfallShape\.(subtotal|endTotal))\.label$/,
  /^\.(refMarks|trendlines)\[0\]\.label\.text$/,
  /^\.config\.(label|value|description)\.text$/,
  /\.domain\.(min|mid|max)$/,
  /^\.parameters\[0\]\.controlId$/,
  /^\.source\.(columnToTranspose|valueColumn|columnsToMerge\[0\])$/,
]
const mixedNames = new Set(
  'columnToTranspose columnsToMerge description label max mid min text title valueColumn'.split(' '),
)

const nameOf = (path: string) =>
  path
    .replaceAll(/\[0\]|\{\}/g, '')
    .split('.')
    .at(-1) ?? ''

function isFormula(kind: string, path: string): boolean {
  const plain = path.replaceAll(/\[0\]|\{\}/g, '')
  if (kind === 'progress' && /^\.(value|min|max)$/.test(path)) return true
  // These texts are shown as they are.
  if (path === '.trend.noDataText') return false
  return [...formulaNames].some((name) => plain.endsWith(`.${name}`)) || mixedPlaces.some((place) => place.test(path))
}

/** Whether the formula walk finds a formula in the text, either as the whole text or in braces. */
function isFound(kind: string, { withText }: StringPlace): boolean {
  return ['[Nobody]', '{{[Nobody]}}'].some((written) => {
    const element = { ...(withText(written) as object), id: 'x', kind }
    return formulaFields(element).some(({ text, spans }) =>
      spans.some(({ start, end }) => text.slice(start, end).trim() === '[Nobody]'),
    )
  })
}

describe('every text of an element', () => {
  const kinds = [...elementKinds.values()].flatMap(({ kind, schema }) => (schema ? [[kind, schema] as const] : []))
  test.each(kinds)('of the kind %s is walked when it has formulas', (kind, schema) => {
    for (const place of stringPlaces(schema, { without: ['actions'] })) {
      const name = nameOf(place.path)
      const isKnown = formulaNames.has(name) || plainNames.has(name) || mixedNames.has(name)
      expect(isKnown, `${place.path} is a new field: add it to one of the lists of this test`).toBe(true)
      expect(isFound(kind, place), place.path).toBe(isFormula(kind, place.path))
    }
  })
})

/** The table that actions change, and what they name in it. */
const filling = {
  ...{ table: 'notes', element: 'notes', column: 'note', columnId: 'note', with: 'id', columns: 'note', '{}': 'note' },
  ...{ control: 'State', page: 'p1', overlayId: 'bubble', tabbedContainer: 'tabs', container: 'tabs', itemId: 'item' },
}
/** Without the other branch of an if and the branches of a failure, whose steps are found as those of a first branch are. */
const actionPlaces = stringPlaces(Action, { filling }).filter(
  ({ path }) => !path.includes('.else') && !/^\.onFailure.*\.branches/.test(path),
)
const formulasOfActions = actionPlaces.filter((place) => isFound('button', { ...place, withText: inAction(place) }))

function inAction({ withText }: StringPlace) {
  return (text: string) => ({ actions: [withText(text)] })
}

const hosts = ['go', 'notes', 'dialog', 'bubble'] as const
type Host = (typeof hosts)[number]

function documentWith(host: Host, action: unknown): WorkbookDocument {
  const own = (id: Host) => (id === host ? { actions: [action] } : {})
  const { document } = readFormN({
    schemaVersion: 1,
    pages: [
      {
        id: 'p1',
        name: 'Page',
        elements: [
          ordersTable(),
          controlOf({ id: 'state', controlType: 'text', mode: 'equals', controlId: 'State' }),
          {
            ...{ id: 'notes', kind: 'input-table', name: 'Notes', source: { kind: 'empty', connectionId: 'c' } },
            ...{ inputMode: 'view', columns: [{ id: 'id' }, { id: 'note', type: 'text', name: 'Note' }] },
            ...own('notes'),
          },
          { id: 'go', kind: 'button', text: 'Go', ...own('go') },
        ],
      },
      { id: 'dialog', type: 'modal', name: 'Dialog', elements: [], ...own('dialog') },
    ],
    x: { popovers: [{ id: 'bubble', name: 'Bubble', elements: [], ...own('bubble') }] },
  })
  return bindFormulas(document)
}

const actionsOf = (document: WorkbookDocument, host: Host) =>
  formulaHosts(document).find(({ id }) => id === host)?.actions

function renamed(document: WorkbookDocument): WorkbookDocument {
  const copy = structuredClone(document)
  for (const id of ['orders', 'notes']) {
    for (const column of columnsOf(copy.elements[id] ?? { id, kind: '' }) as DocumentColumn[]) {
      if (column.name === 'Net' || column.name === 'Note') column.name = `${column.name} of old`
    }
  }
  return printFormulas(copy)
}

describe.each(hosts)('a column that an action of %s uses', (host) => {
  test('in a formula is found before it is deleted, and gets its new name', () => {
    expect(formulasOfActions.length).toBeGreaterThan(80)
    for (const { path, withText } of formulasOfActions) {
      const rows = path.endsWith('.whichRows.formula')
      for (const [name, tableId, columnId] of [
        ['Orders/Net', 'orders', 'o-net'],
        ...(rows ? [['Note', 'notes', 'note'] as const] : []),
      ] as const) {
        const isText = /\.(url|subject|message|title)$/.test(path)
        const written = (column: string) => withText(isText ? `Of {{[${column}]}}` : `Upper([${column}])`)
        const document = documentWith(host, written(name))
        const uses = gestures.usesOfColumns(document, tableId, [columnId])
        expect(uses, `${path} ${name}`).toContainEqual({ elementId: host })
        expect(actionsOf(renamed(document), host), `${path} ${name}`).toEqual([written(`${name} of old`)])
      }
    }
  })
})

test.each(['notes', 'dialog'] as const)(
  'a column that an action of %s uses in another way is found, and no action names it after it is deleted',
  (host) => {
    const changed: string[] = []
    for (const { path, withText } of actionPlaces) {
      const action = withText(/(column|with|columns\[0\]|columnId)$/.test(path) ? 'note' : 'text')
      if (!JSON.stringify(action).includes('"note"')) continue
      const document = documentWith(host, action)
      const after = applyEdits(document, gestures.removeColumns(document, 'notes', ['note'])).document
      const missing = (each: WorkbookDocument) =>
        checkEdited(each).problems.filter(({ message }) => message.includes("'note'")).length
      expect(missing(after), path).toBeLessThanOrEqual(missing(document))
      if (JSON.stringify(actionsOf(after, host)) === JSON.stringify(actionsOf(document, host))) continue
      changed.push(path)
      expect(gestures.usesOfColumns(document, 'notes', ['note']), path).toContainEqual({ elementId: host })
    }
    expect(changed).toContain('.effects[0].whichRows.column')
    expect(changed).toContain('.onFailure[0].values{}.formula')
  },
)

test('formulas that a gesture moves are not bound to what the formulas before them read', () => {
  const set = (formula: string) => ({
    effect: 'set-control-value',
    control: 'State',
    value: { type: 'formula', formula },
  })
  const go = { effect: 'navigate', target: { type: 'element', element: 'go' } }
  // Both formulas have the same length, so that the binding of one would fit the other.
  const left = [set('[Orders/Net]'), set('[Notes/Note]')]
  for (const host of ['notes', 'dialog'] as const) {
    const action = { id: 'a', trigger: 'on-click', effects: [go, ...left] }
    const document = documentWith(host, action)
    const after = applyEdits(document, gestures.removeElements(document, ['go'])).document
    const saved = bindFormulas(after, { previous: after })
    expect(actionsOf(saved, host)).toEqual([{ ...action, effects: left }])
  }
})

import {
  applyEdits,
  type BaseElement,
  cardPrefix,
  cardTable,
  columnNames,
  columnsOf,
  type DocumentElement,
  elementLabel,
  findGrid,
  freePlace,
  isTableOfCards,
  setElementField,
} from '@octavo/core/document'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { lazyPart, Menu, MenuItem, Plus } from '../../ui/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { ColorRow } from '../inspector-parts/ColorRow.tsx'
import { PlaceSection } from '../inspector-parts/PlaceSection.tsx'
import { ChoiceRow, NumberRow, SwitchRow, TextRow } from '../inspector-parts/rows.tsx'
import { StyleSection } from '../inspector-parts/StyleSection.tsx'

function Properties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const option = (value: string, label: string) => ({ value, label })
  return (
    <>
      <SourceSection element={element} />
      <InspectorSection title={t('cards.title')}>
        <ChoiceRow
          element={element}
          path={['arrangement']}
          label={t('cards.arrangement')}
          options={[option('grid', t('cards.grid')), option('list', t('cards.list'))]}
        />
        <ChoiceRow
          element={element}
          path={['cardSize']}
          label={t('cards.size')}
          options={(['medium', 'x-small', 'small', 'large', 'x-large'] as const).map((size) =>
            option(size, t(`cards.sizes.${size}`)),
          )}
        />
        <SwitchRow element={element} path={['cardGap']} label={t('cards.gap')} />
        <ChoiceRow
          element={element}
          path={['cardSpacing']}
          label={t('field.spacing')}
          options={(['medium', 'small', 'large'] as const).map((size) => option(size, t(`field.${size}`)))}
        />
        <SwitchRow element={element} path={['elementGap']} label={t('field.gap')} />
        <ChoiceRow
          element={element}
          path={['elementSpacing']}
          label={t('cards.elementSpacing')}
          options={(['medium', 'small', 'large'] as const).map((size) => option(size, t(`field.${size}`)))}
        />
        <ChoiceRow
          element={element}
          path={['scroll']}
          label={t('cards.scroll')}
          options={(['vertical', 'horizontal', 'none'] as const).map((way) => option(way, t(`cards.scrolls.${way}`)))}
        />
        <SortRows element={element} />
        <TextRow element={element} path={['noDataText']} label={t('cards.noDataText')} />
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

/** The table whose rows are shown, and its columns, which are put on the card as texts. */
function SourceSection({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const tables = Object.values(document.elements).filter(isTableOfCards)
  const table = cardTable(document, element as DocumentElement)
  const prefix = cardPrefix(document, element as DocumentElement)
  function choose(elementId: string) {
    const source = { kind: 'table', elementId }
    let after = editor.state.document
    // The sort columns belong to the previous table.
    const edits = (
      [
        ['source', source],
        ['sort', undefined],
        ['filters', undefined],
      ] as const
    ).flatMap(([field, value]) => {
      const next = setElementField(after, element.id, [field], value)
      after = applyEdits(after, next).document
      return next
    })
    editor.apply(t('word.change', { name: t('kind.repeated-container') }), edits)
  }
  function addColumn(name: string) {
    const grid = { container: element.id }
    const body = `{{[${prefix}/${name}]}}`
    const rect = placeOnCard(editor.state.document, element.id)
    addElement(editor, { kind: 'text', fields: { body }, at: { grid, ...rect } }, t('word.add', { kind: name }))
    editor.select({ elementIds: [element.id] })
  }
  return (
    <InspectorSection title={t('cards.rows')}>
      <InspectorRow label={t('cards.source')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={table?.id ?? ''}
            options={tables.map((each) => ({ value: each.id, label: elementLabel(each) }))}
            onChange={choose}
          />
        )}
      </InspectorRow>
      {table && prefix !== null && (
        <Menu
          label={t('cards.addColumn')}
          triggerClass="flex h-small items-center gap-1.5 self-start rounded-md px-2 text-sm hover:bg-hover"
          trigger={
            <>
              <Plus className="size-4 text-muted" aria-hidden />
              {t('cards.addColumn')}
            </>
          }
        >
          {[...columnNames(columnsOf(table)).values()].map((name) => (
            <MenuItem key={name} onSelect={() => addColumn(name)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </InspectorSection>
  )
}

/** Two rows high and as wide as the card, below the existing contents. */
function placeOnCard(document: ReturnType<typeof useEditor>['state']['document'], id: string) {
  const found = findGrid(document.layout, { container: id })
  if (!found) return {}
  const { children, columns } = found.grid
  return freePlace(children, columns, { width: columns, height: 2 })
}

/** One column by which the cards are sorted. */
function SortRows({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const table = cardTable(document, element as DocumentElement)
  const [first] = Array.isArray(element.sort) ? (element.sort as { columnId?: unknown; direction?: unknown }[]) : []
  const set = (sort: { columnId: string; direction: string }[] | undefined) =>
    editor.apply(t('word.change', { name: t('cards.sort') }), setElementField(document, element.id, ['sort'], sort))
  if (!table) return null
  const direction = first?.direction === 'descending' ? 'descending' : 'ascending'
  return (
    <>
      <InspectorRow label={t('cards.sort')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={String(first?.columnId ?? '')}
            options={[
              { value: '', label: t('cards.unsorted') },
              ...[...columnNames(columnsOf(table))].map(([value, label]) => ({ value, label })),
            ]}
            onChange={(columnId) => set(columnId === '' ? undefined : [{ columnId, direction }])}
          />
        )}
      </InspectorRow>
      {first && (
        <InspectorRow label={t('cards.direction')}>
          {(id) => (
            <Select
              id={id}
              isSmall
              value={direction}
              options={(['ascending', 'descending'] as const).map((value) => ({
                value,
                label: t(`cards.directions.${value}`),
              }))}
              onChange={(value) => set([{ columnId: String(first.columnId), direction: value }])}
            />
          )}
        </InspectorRow>
      )}
    </>
  )
}

function Format({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <>
      <StyleSection element={element} />
      <InspectorSection title={t('cards.style')} storageKey="card style">
        <ColorRow element={element} path={['cardStyle', 'backgroundColor']} label={t('field.background')} />
        <NumberRow
          element={element}
          path={['cardStyle', 'borderWidth']}
          label={t('field.border')}
          min={0}
          max={3}
          unit="px"
        />
        <ColorRow element={element} path={['cardStyle', 'borderColor']} label={t('field.borderColor')} />
        <ChoiceRow
          element={element}
          path={['cardStyle', 'borderRadius']}
          label={t('field.corners')}
          options={(['round', 'square', 'pill'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
      </InspectorSection>
    </>
  )
}

const CardFilters = lazyPart(async () => ({ default: (await import('./CardFilters.tsx')).CardFilters }))

const Filters = (props: { element: BaseElement }) => (
  <Suspense>
    <CardFilters {...props} />
  </Suspense>
)

export const repeatedContainerInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
    { id: 'filters', Panel: Filters },
  ],
}

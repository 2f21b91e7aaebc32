import {
  type Aggregate,
  addColumns,
  columnNames,
  columnsOf,
  elementLabel,
  elementName,
  findElement,
  lookupFormula,
} from '@octavo/core/document'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../../editor/index.ts'
import { Field, Remark, Select } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import type { ColumnDialogProps } from './column-dialog-props.ts'
import { useColumnFacts } from './column-facts.ts'
import { useColumnDetails } from './use-column-details.ts'

const offered: readonly Aggregate[] = ['Sum', 'Avg', 'Min', 'Max', 'Count', 'CountDistinct', 'First', 'Last']

/** Brings a column of another table of the workbook beside the rows of this one; it never adds rows. */
export function LookupDialog({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const facts = useColumnFacts(element)
  const tables = Object.values(document.elements).filter(
    ({ id, kind }) => id !== element.id && (kind === 'table' || kind === 'input-table'),
  )
  const [otherId, setOtherId] = useState(tables[0]?.id ?? '')
  const other = findElement(document, otherId)
  const otherNames = columnNames(other ? columnsOf(other) : [])
  const ownNames = columnNames(element.columns)
  const proposed = proposedKey(ownNames, otherNames)
  const [wanted, setWanted] = useState<string>()
  const [keys, setKeys] = useState<{ own?: string; other?: string }>({})
  const [aggregate, setAggregate] = useState<Aggregate | ''>('')
  const own = keys.own ?? proposed?.own ?? element.columns[0]?.id ?? ''
  const match = keys.other ?? proposed?.other ?? [...otherNames.keys()][0] ?? ''
  const column = wanted ?? [...otherNames.keys()].find((id) => id !== match) ?? ''
  const isAsked = otherId !== '' && own !== '' && match !== ''
  const { data, isFetching } = useColumnDetails(
    element.id,
    { match: { elementId: otherId, keys: [{ columnId: own, otherColumnId: match }] } },
    isAsked,
  )
  const found = data?.match
  const options = (names: ReadonlyMap<string, string>) => [...names].map(([value, label]) => ({ value, label }))

  function add() {
    if (!other) return
    const name = otherNames.get(column) ?? ''
    const formula = lookupFormula({
      elementName: elementName(other) ?? '',
      column: name,
      keys: [{ own: facts.name(own), other: otherNames.get(match) ?? '' }],
      aggregate: aggregate === '' ? undefined : aggregate,
    })
    const id = newId()
    const edits = addColumns(editor.state.document, element.id, [{ id, formula, name }], { after: columnIds[0] })
    editor.apply(t('word.lookup', { name }), edits, { select: { elementIds: [element.id], columnIds: [id] } })
    onClose()
  }

  return (
    <Dialog
      title={t('lookupTitle')}
      closeLabel={t('close')}
      isOpen
      size="form"
      onClose={onClose}
      onSubmit={add}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" disabled={!other}>
            {t('done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Choice label={t('lookupElement')}>
          {(id) => (
            <Select
              id={id}
              value={otherId}
              options={tables.map((table) => ({ value: table.id, label: elementLabel(table) }))}
              onChange={(next) => {
                setOtherId(next)
                setWanted(undefined)
                setKeys({})
              }}
            />
          )}
        </Choice>
        <Choice label={t('lookupColumn')}>
          {(id) => <Select id={id} value={column} options={options(otherNames)} onChange={setWanted} />}
        </Choice>
        <div className="grid grid-cols-2 gap-4">
          <Choice label={t('lookupKey')}>
            {(id) => (
              <Select
                id={id}
                value={own}
                options={options(ownNames)}
                onChange={(next) => setKeys({ ...keys, own: next })}
              />
            )}
          </Choice>
          <Choice label={t('lookupOtherKey')}>
            {(id) => (
              <Select
                id={id}
                value={match}
                options={options(otherNames)}
                onChange={(next) => setKeys({ ...keys, other: next })}
              />
            )}
          </Choice>
        </div>
        <Choice label={t('lookupAggregate')}>
          {(id) => (
            <Select
              id={id}
              value={aggregate}
              options={[
                { value: '' as const, label: t('lookupNoAggregate') },
                ...offered.map((each) => ({ value: each, label: each })),
              ]}
              onChange={setAggregate}
            />
          )}
        </Choice>
        <div aria-live="polite">
          {isFetching && !found && <p className="text-muted">{t('lookupChecking')}</p>}
          {found && <p className="text-muted">{t('lookupMatched', { matched: found.matched, rows: found.rows })}</p>}
        </div>
        {found && found.repeatedKeys > 0 && aggregate === '' && (
          <Remark tone="warning">{t('lookupRepeated', { count: found.repeatedKeys })}</Remark>
        )}
      </div>
    </Dialog>
  )
}

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  return <Field label={label}>{({ id }) => children(id)}</Field>
}

/** A pair of columns with the same name; those that look like keys come first. */
function proposedKey(own: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) {
  const pairs = [...own].flatMap(([id, name]) => {
    const twin = [...other].find(([, candidate]) => candidate.toLowerCase() === name.toLowerCase())
    return twin ? [{ own: id, other: twin[0], isKey: /\b(id|key|code)\b/i.test(name) }] : []
  })
  return pairs.find(({ isKey }) => isKey) ?? pairs[0]
}

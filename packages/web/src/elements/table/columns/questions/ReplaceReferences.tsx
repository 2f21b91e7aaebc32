import { columnNames, columnsOf, elementName, findElement, replacedFormulas } from '@octavo/core/document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../../editor/index.ts'
import { Checkbox, Combobox, Field } from '../../../../forms/index.ts'
import { Button } from '../../../../ui/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'

const placeOf = ({ elementId, path }: { elementId: string; path: string }) => `${elementId} ${path}`

/** Names another column in the formulas that use this one; each is shown before and after, and can be left out. */
export function ReplaceReferences({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const facts = useColumnFacts(element)
  const [columnId = ''] = columnIds
  const [by, setBy] = useState<string | null>(null)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const formulas = useMemo(
    () => (by === null ? [] : replacedFormulas(document, { elementId: element.id, columnId, by })),
    [document, element.id, columnId, by],
  )
  const count = formulas.filter((formula) => !leftOut.has(placeOf(formula))).length

  function nameOf({ elementId, columnId: reader }: (typeof formulas)[number]) {
    const holder = findElement(document, elementId)
    const overlay = document.overlays.find(({ id }) => id === elementId)
    const title = (holder ? elementName(holder) : overlay?.name) || t('unnamed')
    const column = holder && reader !== undefined ? columnNames(columnsOf(holder)).get(reader) : undefined
    return column === undefined ? title : `${title} / ${column}`
  }

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <Field label={t('replaceReferences')}>
        {({ id }) => (
          <Combobox
            id={id}
            label={t('replaceReferences')}
            placeholder={t('replaceReferencesNone')}
            value={by}
            options={element.columns
              .filter((column) => column.id !== columnId)
              .map((column) => ({ value: column.id, label: facts.name(column.id) }))}
            onChange={(next) => {
              setBy(next)
              setLeftOut(new Set())
            }}
          />
        )}
      </Field>
      {by !== null && formulas.length === 0 && (
        <p className="text-muted">{t('replaceReferencesSkipped', { name: facts.name(by) })}</p>
      )}
      {formulas.length > 0 && (
        <fieldset className="flex max-h-60 flex-col gap-2 overflow-y-auto scroll-quiet">
          <legend className="pb-1 text-xs font-medium text-muted">{t('replaceReferencesText')}</legend>
          {formulas.map((formula) => (
            <Checkbox
              key={placeOf(formula)}
              isChecked={!leftOut.has(placeOf(formula))}
              onChange={(isOn) => {
                const next = new Set(leftOut)
                if (isOn) next.delete(placeOf(formula))
                else next.add(placeOf(formula))
                setLeftOut(next)
              }}
            >
              <span className="block">{nameOf(formula)}</span>
              <del className="block font-mono text-xs break-words text-muted">{formula.before}</del>
              <ins className="block font-mono text-xs break-words no-underline">{formula.after}</ins>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {by !== null && formulas.length > 0 && (
        <Button
          className="self-start"
          disabled={count === 0}
          onClick={() => {
            columnGestures({ editor, element, columnIds, facts, t }).replaceBy(
              by,
              (place) => !leftOut.has(placeOf(place)),
            )
            onClose()
          }}
        >
          {t('replaceReferencesDo', { count })}
        </Button>
      )}
    </div>
  )
}

import {
  addSelectAction,
  applyEdits,
  type BaseElement,
  crossFilterControl,
  crossFilterTargets,
  elementLabel,
  findElement,
  freeControlId,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { elementEdits, newId, placeAbove, useEditor, useEditorState } from '../../editor/index.ts'
import { Checkbox, Field, Select } from '../../forms/index.ts'
import { Button, Dialog } from '../../ui/index.ts'

interface FilterOthersDialogProps {
  element: BaseElement
  /** The columns that a click selects. */
  columns: readonly { columnId: string; name: string }[]
  onClose: () => void
}

/** Makes a click in an element filter tables of its page: a control on them, and an action that sets it, in one step of undo. */
export function FilterOthersDialog({ element, columns, onClose }: FilterOthersDialogProps) {
  const { t } = useTranslation('actions')
  const common = useTranslation().t
  const editor = useEditor()
  const { document, pageId } = useEditorState((state) => state)
  const [columnId, setColumnId] = useState(columns[0]?.columnId ?? '')
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const targets = crossFilterTargets(document, pageId, { elementId: element.id, columnId })
  const isChosen = (target: (typeof targets)[number]) => changed.get(target.elementId) ?? target.isSame
  const chosen = targets.filter(isChosen)
  const nameOf = (elementId: string) => elementLabel(findElement(document, elementId) ?? element)

  function write() {
    const name = columns.find((column) => column.columnId === columnId)?.name ?? columnId
    const controlId = freeControlId(document, name)
    const action = { id: newId(), name: t('filterOthers.actionName', { name }), controlId, columnId }
    const actions = addSelectAction(document, element.id, action)
    const state = { ...editor.state, document: applyEdits(document, actions).document }
    const fields = { ...crossFilterControl(name, chosen), controlId }
    const control = elementEdits(state, newId(), { kind: 'control', fields, ...placeAbove(editor, element.id) })
    // The control is there before the action that names it.
    editor.apply(t('filterOthers.word', { name: nameOf(element.id) }), [...control, ...actions])
    onClose()
  }

  return (
    <Dialog
      size="form"
      title={t('filterOthers.title')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={() => chosen.length > 0 && write()}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={chosen.length === 0}>
            {t('filterOthers.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('filterOthers.column')}>
          {(field) => (
            <Select
              {...field}
              value={columnId}
              options={columns.map((column) => ({ value: column.columnId, label: column.name }))}
              onChange={setColumnId}
            />
          )}
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold">{t('filterOthers.tables')}</legend>
          {targets.map((target) => (
            <Checkbox
              key={target.elementId}
              isChecked={isChosen(target)}
              onChange={(isOn) => setChanged(new Map(changed).set(target.elementId, isOn))}
            >
              {nameOf(target.elementId)}
            </Checkbox>
          ))}
          {targets.length === 0 && <p className="text-muted">{t('filterOthers.none')}</p>}
        </fieldset>
        <p className="text-xs text-muted">{t('filterOthers.hint')}</p>
      </div>
    </Dialog>
  )
}

import { columnHolder, type DataElement, setDrillColumns } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Checkbox } from '../../forms/index.ts'
import { Button, Dialog, LoaderCircle } from '../../ui/index.ts'
import { allDrillOptions, drillList } from './drill-options.ts'
import { useDrillNames } from './use-drill-names.ts'
import '../../i18n/looks.ts'

/** Selects the columns under "Drill down"; all of them by default. */
export function DrillListDialog({ element, onClose }: { element: DataElement; onClose: () => void }) {
  const { t } = useTranslation('looks')
  const common = useTranslation().t
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const { names, isKnown } = useDrillNames(element)
  const holder = columnHolder(document, element.id)
  const options = holder && isKnown ? allDrillOptions({ document, element: holder, known: names }) : []
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const list = drillList(element)
  const isListed = (name: string) => changed.get(name) ?? list?.has(name) ?? true
  const change = (entries: readonly string[], isOn: boolean) =>
    setChanged(new Map([...changed, ...entries.map((name): [string, boolean] => [name, isOn])]))

  function save() {
    const chosen = options.filter(({ name }) => isListed(name)).map(({ name }) => name)
    const kept = chosen.length === options.length ? undefined : chosen
    editor.apply(t('drill.listWord'), setDrillColumns(editor.state.document, element.id, kept))
    onClose()
  }

  const all = options.map(({ name }) => name)
  const isEvery = all.every(isListed)
  return (
    <Dialog
      size="form"
      title={t('drill.listTitle')}
      description={t('drill.listText')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isKnown}>
            {t('drill.listSave')}
          </Button>
        </>
      }
    >
      {isKnown ? (
        <div className="flex flex-col gap-2">
          <Checkbox isChecked={isEvery} isMixed={!isEvery && all.some(isListed)} onChange={(isOn) => change(all, isOn)}>
            <span className="font-medium">{t('drill.listAll')}</span>
          </Checkbox>
          {options.map(({ name }) => (
            <Checkbox key={name} isChecked={isListed(name)} onChange={(isOn) => change([name], isOn)}>
              {name}
            </Checkbox>
          ))}
        </div>
      ) : (
        <LoaderCircle className="size-4 animate-spin" aria-label={t('drill.reading')} />
      )}
    </Dialog>
  )
}

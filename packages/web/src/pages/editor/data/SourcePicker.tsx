import {
  columnName,
  columnsOf,
  type DocumentColumn,
  type ElementSource,
  elementName,
  referenceName,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditorState } from '../../../editor/index.ts'
import { Dialog } from '../../../ui/index.ts'

export interface PickedSource {
  source: ElementSource
  columns: DocumentColumn[]
  name: string | undefined
}

interface SourcePickerProps {
  /** Kind of the element that is to be added. */
  kind: string
  onPick: (picked: PickedSource) => void
  onClose: () => void
}

/** Offers the tables of this workbook as sources. */
export function SourcePicker({ onPick, onClose }: SourcePickerProps) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const document = useEditorState((state) => state.document)
  const tables = Object.values(document.elements).filter(({ kind }) => kind === 'table' || kind === 'input-table')
  return (
    <Dialog title={t('picker.title')} isOpen onClose={onClose} closeLabel={common('common.close')}>
      <ul className="p-3">
        {tables.map((table) => {
          const name = elementName(table)
          return (
            <li key={table.id}>
              <button
                type="button"
                className="h-8 w-full truncate rounded px-3 text-left hover:bg-hover"
                onClick={() =>
                  onPick({
                    source: { kind: 'table', elementId: table.id },
                    columns: columnsOf(table).map((column) => ({
                      id: newId(),
                      formula: `[${referenceName(name ?? '')}/${referenceName(columnName(column) ?? '')}]`,
                    })),
                    name: name ?? undefined,
                  })
                }
              >
                {name}
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

import { type OrderedValue, setValueOrder, valueOrderOf } from '@octavo/core/document'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { ArrowDown, ArrowUp, Button, classNames, IconButton } from '../../../../ui/index.ts'
import { useOrderDrag } from '../../../use-order-drag.ts'
import { valueName } from '../../../value-name.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { useColumnDetails } from '../use-column-details.ts'
import { inOwnOrder, movedValue } from '../value-order.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

/** Values that the question lists; further ones stand after them. */
const listed = 200

/** The order of the values of a column, set by hand. */
export function ValueOrderQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const editor = useEditor()
  const [columnId = ''] = columnIds
  const name = facts.name(columnId)
  const set = (order: readonly OrderedValue[]) =>
    editor.apply(t('word.valueOrder', { name }), setValueOrder(editor.state.document, element.id, columnId, order))
  const before = valueOrderOf(element, columnId)
  const { data, error } = useColumnDetails(element.id, { columnId, top: listed })
  const [moved, setMoved] = useState<readonly OrderedValue[]>()
  const found = data?.column?.values.map(({ value }) => value)
  const values = moved ?? (found ? inOwnOrder(found, before) : [])
  return (
    <QuestionDialog
      title={t('valueOrderTitle', { name })}
      onClose={onClose}
      isReady={values.length > 0}
      onSave={() => set(values)}
    >
      <p className="text-xs text-muted">{t('valueOrderText')}</p>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      {!data && !error && <p className="text-muted">{t('loading')}</p>}
      {values.length > 0 && <Values values={values} onMove={(from, to) => setMoved(movedValue(values, from, to))} />}
      {data?.column?.hasMoreValues && <p className="text-xs text-muted">{t('valueOrderMore', { count: listed })}</p>}
      {before.length > 0 && (
        <Button
          isSmall
          className="self-start"
          onClick={() => {
            set([])
            onClose()
          }}
        >
          {t('valueOrderReset')}
        </Button>
      )}
    </QuestionDialog>
  )
}

interface ValuesProps {
  values: readonly OrderedValue[]
  onMove: (from: number, to: number) => void
}

/** Values that are dragged, or moved by the buttons of their row. */
function Values({ values, onMove }: ValuesProps) {
  const { t } = useTranslation('columns')
  const common = useTranslation().t
  const list = useRef<HTMLOListElement>(null)
  const landing = useOrderDrag(list, values.length, onMove)
  return (
    <ol
      ref={list}
      aria-label={t('filterValues')}
      className="flex max-h-80 flex-col overflow-y-auto rounded-md border border-line p-1 scroll-quiet"
    >
      {values.map((value, index) => {
        const name = valueName(value, common)
        return (
          <li
            key={`${typeof value} ${value}`}
            className={classNames(
              'flex h-item shrink-0 cursor-grab items-center gap-1 rounded-sm pl-2 hover:bg-hover',
              landing === index && 'shadow-[0_-2px_0_var(--accent)]',
              landing === values.length && index === values.length - 1 && 'shadow-[0_2px_0_var(--accent)]',
            )}
          >
            <span className={classNames('min-w-0 grow truncate', value === null && 'text-faint')}>{name}</span>
            <IconButton
              label={t('valueUp', { value: name })}
              icon={ArrowUp}
              size="cell"
              disabled={index === 0}
              onClick={() => onMove(index, index - 1)}
            />
            <IconButton
              label={t('valueDown', { value: name })}
              icon={ArrowDown}
              size="cell"
              disabled={index === values.length - 1}
              onClick={() => onMove(index, index + 1)}
            />
          </li>
        )
      })}
    </ol>
  )
}

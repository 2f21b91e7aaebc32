import type { ElementFilter } from '@octavo/core/document'
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { NumberField, TextField } from '../../../forms/index.ts'
import { Button, Dialog, Segmented } from '../../../ui/index.ts'
import type { ColumnDialogProps } from './ColumnDialog.tsx'
import { useColumnFacts } from './column-facts.ts'
import { columnGestures } from './column-gestures.ts'
import { PastedValues } from './PastedValues.tsx'
import { mostPasted, pastedValues } from './pasted-values.ts'
import { useColumnDetails } from './use-column-details.ts'

type Kind = 'values' | 'range' | 'top'
type Chosen = string | number | boolean | null

/** Filters the rows by a column: by its values, by a range of numbers, or by its highest values. */
export function FilterDialog({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const [columnId = ''] = columnIds
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  const isNumber = facts.type(columnId) === 'number'
  const [kind, setKind] = useState<Kind>(isNumber ? 'range' : 'values')
  const [mode, setMode] = useState<'include' | 'exclude'>('include')
  const [chosen, setChosen] = useState<ReadonlySet<Chosen>>(new Set())
  const [range, setRange] = useState<{ min?: number; max?: number }>({})
  const [top, setTop] = useState<number | null>(10)
  const [pasted, setPasted] = useState<readonly (string | number)[]>()

  function save() {
    const filter = filterOf()
    if (filter) does.addFilter(filter)
    onClose()
  }
  /** A pasted list is what to filter by; a single value goes where it was pasted. */
  function paste(event: ClipboardEvent) {
    const values = pastedValues(event.clipboardData.getData('text/plain'), isNumber)
    if (values.length < 2) return
    event.preventDefault()
    setKind('values')
    setPasted(values)
  }
  function filterOf(): ElementFilter | undefined {
    const shared = { id: newId(), columnId }
    if (kind === 'range') return { ...shared, kind: 'number-range', ...range }
    if (kind === 'top') {
      return { ...shared, kind: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: top ?? 10 }
    }
    return { ...shared, kind: 'list', mode, values: pasted ? pasted.slice(0, mostPasted) : [...chosen] }
  }

  return (
    <Dialog
      title={t('filterTitle', { name: facts.name(columnId) })}
      closeLabel={t('close')}
      isOpen
      size="form"
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit">
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4" onPaste={paste}>
        <Segmented
          label={t('filterKind')}
          value={kind}
          options={[
            { value: 'values', label: t('filterByValues') },
            ...(isNumber
              ? [
                  { value: 'range' as const, label: t('filterByRange') },
                  { value: 'top' as const, label: t('filterByTop') },
                ]
              : []),
          ]}
          onChange={setKind}
        />
        {kind === 'range' && (
          <div className="grid grid-cols-2 gap-4">
            <NumberField
              label={t('filterMin')}
              value={range.min ?? null}
              onChange={(min) => setRange(withBound(range, 'min', min))}
            />
            <NumberField
              label={t('filterMax')}
              value={range.max ?? null}
              onChange={(max) => setRange(withBound(range, 'max', max))}
            />
          </div>
        )}
        {kind === 'top' && <NumberField label={t('filterTop')} value={top} min={1} step={1} onChange={setTop} />}
        {kind === 'values' && (
          <>
            <Segmented
              label={t('filterMode')}
              value={mode}
              options={[
                { value: 'include', label: t('filterInclude') },
                { value: 'exclude', label: t('filterExclude') },
              ]}
              onChange={setMode}
            />
            {pasted ? (
              <PastedValues
                key={pasted.join('\n')}
                element={element}
                columnId={columnId}
                values={pasted}
                onForget={() => setPasted(undefined)}
              />
            ) : (
              <ValueList elementId={element.id} columnId={columnId} chosen={chosen} onChange={setChosen} />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function withBound(range: { min?: number; max?: number }, bound: 'min' | 'max', value: number | null) {
  const { [bound]: _before, ...others } = range
  return value === null ? others : { ...others, [bound]: value }
}

interface ValueListProps {
  elementId: string
  columnId: string
  chosen: ReadonlySet<Chosen>
  onChange: (chosen: ReadonlySet<Chosen>) => void
}

/** The values of the column with how often each stands there, most frequent first. */
function ValueList({ elementId, columnId, chosen, onChange }: ValueListProps) {
  const { t } = useTranslation('columns')
  const [search, setSearch] = useState('')
  const { data, error } = useColumnDetails(elementId, { columnId, top: 200, ...(search ? { search } : {}) })
  const values = data?.column?.values ?? []
  return (
    <div className="flex flex-col gap-2">
      <TextField label={t('filterSearch')} value={search} onChange={setSearch} />
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      <ul
        aria-label={t('filterValues')}
        className="max-h-64 overflow-y-auto rounded-md border border-line p-1 scroll-quiet"
      >
        {values.length === 0 && !error && <li className="px-2 py-1 text-muted">{t(data ? 'nothing' : 'loading')}</li>}
        {values.map(({ value, count }) => (
          <li key={String(value)}>
            <label className="flex h-item items-center gap-2 rounded-sm px-2 hover:bg-hover">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.has(value)}
                onChange={(event) => {
                  const next = new Set(chosen)
                  if (event.target.checked) next.add(value)
                  else next.delete(value)
                  onChange(next)
                }}
              />
              <span className="grow truncate">{value === null ? t('null') : String(value)}</span>
              <span className="text-muted tabular">{count}</span>
            </label>
          </li>
        ))}
      </ul>
      {data?.column?.hasMoreValues && <p className="text-xs text-muted">{t('more')}</p>}
    </div>
  )
}

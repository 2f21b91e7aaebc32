import { mapFormula } from '@octavo/core/document'
import { printReference, quoteText } from '@octavo/core/formula'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { fieldLookSmall } from '../../../../ui/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'
import { useColumnDetails } from '../use-column-details.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

/** Values of the column that a question lists; the rest of them keep their value. */
const listed = 50

/** Other words for some values of a column, in a new column. */
export function MapQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const [columnId = ''] = columnIds
  const name = facts.name(columnId)
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  const { data } = useColumnDetails(element.id, { columnId, top: listed })
  const [changed, setChanged] = useState<ReadonlyMap<string | number | boolean, string>>(new Map())
  const values = (data?.column?.values ?? []).flatMap(({ value }) => (value === null ? [] : [value]))
  const pairs = [...changed].flatMap(([from, to]) => (to === '' ? [] : [{ from, to }]))
  return (
    <QuestionDialog
      title={t('mapTitle', { name })}
      onClose={onClose}
      isReady={pairs.length > 0}
      onSave={() => does.derive(mapFormula(name, pairs), { name: t('mapped', { name }) })}
    >
      {!data && <p className="text-muted">{t('loading')}</p>}
      <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto pr-1 scroll-quiet">
        {values.map((value) => (
          <li key={String(value)} className="grid grid-cols-2 items-center gap-4">
            <span className="truncate">{String(value)}</span>
            <input
              aria-label={t('mapTo', { value: String(value) })}
              placeholder={String(value)}
              className={fieldLookSmall}
              value={changed.get(value) ?? ''}
              onChange={(event) => setChanged(new Map(changed).set(value, event.target.value))}
            />
          </li>
        ))}
      </ul>
      {data?.column?.hasMoreValues && <p className="text-xs text-muted">{t('mapMore', { count: listed })}</p>}
    </QuestionDialog>
  )
}

const sampled = 200

/** Columns of the keys that the objects in a column of JSON have. */
export function ExtractQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const [columnId = ''] = columnIds
  const name = facts.name(columnId)
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  const { data } = useColumnDetails(element.id, { columnId, top: sampled })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const keys = keysOfValues((data?.column?.values ?? []).map(({ value }) => value))
  return (
    <QuestionDialog
      title={t('extractTitle', { name })}
      onClose={onClose}
      isReady={chosen.size > 0}
      onSave={() => {
        const wanted = [...keys].filter(([key]) => chosen.has(key))
        does.deriveAll(
          wanted.map(([key, type]) => ({
            formula: `${type}(${printReference([name])}[${quoteText(key)}])`,
            name: key,
          })),
        )
      }}
    >
      {data && keys.size === 0 && <p className="text-muted">{t('extractNone')}</p>}
      <ul className="flex max-h-80 flex-col overflow-y-auto scroll-quiet">
        {[...keys].map(([key, type]) => (
          <li key={key}>
            <label className="flex h-item items-center gap-2 rounded-sm px-2 hover:bg-hover">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.has(key)}
                onChange={(event) => {
                  const next = new Set(chosen)
                  if (event.target.checked) next.add(key)
                  else next.delete(key)
                  setChosen(next)
                }}
              />
              <span className="grow truncate">{key}</span>
              <span className="text-xs text-muted">{type}</span>
            </label>
          </li>
        ))}
      </ul>
    </QuestionDialog>
  )
}

/** Keys of JSON objects with the function that makes a column of their values. */
export function keysOfValues(values: readonly unknown[]): ReadonlyMap<string, 'Number' | 'Logical' | 'Text'> {
  const found = new Map<string, Set<string>>()
  for (const value of values) {
    for (const [key, each] of Object.entries(objectOf(value))) {
      if (each !== null) found.set(key, (found.get(key) ?? new Set()).add(typeof each))
    }
  }
  return new Map(
    [...found].map(([key, types]) => {
      const [only] = types.size === 1 ? types : []
      return [key, only === 'number' ? 'Number' : only === 'boolean' ? 'Logical' : 'Text']
    }),
  )
}

function objectOf(value: unknown): object {
  if (typeof value !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

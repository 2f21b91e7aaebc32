import { printReference } from '@octavo/core/formula'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { Checkbox, TextField } from '../../../../forms/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'
import { useNamesLike } from '../known-names.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

/** Adds columns of the source that the element does not show yet. */
export function SourceColumnsQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { names, isFetching } = useNamesLike(element, search.trim())
  const known = new Set(element.columns.map(({ formula }) => formula.trim().toLowerCase()))
  const offered = names.flatMap(({ name }) => (isNew(name, known) ? [name] : []))
  // What was chosen stays in sight when another search no longer finds it.
  const listed = [...chosen, ...offered.filter((path) => !chosen.includes(path))]
  return (
    <QuestionDialog
      title={t('sourceColumns.title')}
      onClose={onClose}
      isReady={chosen.length > 0}
      saveLabel={chosen.length > 0 ? t('relationshipAdd', { count: chosen.length }) : t('relationshipAddNone')}
      onSave={() =>
        does.deriveAll(
          chosen.map((path) => ({ formula: printReference(path.split('/')), name: nameIn(path) })),
          t('word.add'),
        )
      }
    >
      <TextField label={t('sourceColumns.search')} value={search} onChange={setSearch} />
      <div className="flex max-h-80 min-h-24 flex-col gap-1 overflow-y-auto scroll-quiet" aria-busy={isFetching}>
        {listed.map((path) => (
          <Checkbox
            key={path}
            isChecked={chosen.includes(path)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, path] : chosen.filter((each) => each !== path))}
          >
            {nameIn(path)}
          </Checkbox>
        ))}
        {listed.length === 0 && !isFetching && (
          <p className="text-muted">{t(search.trim() === '' ? 'sourceColumns.none' : 'sourceColumns.noMatch')}</p>
        )}
      </div>
    </QuestionDialog>
  )
}

/** A column of the source itself, which no column of the element shows just as it is. */
function isNew(path: string, known: ReadonlySet<string>): boolean {
  const segments = path.split('/')
  return segments.length === 2 && !known.has(printReference(segments).toLowerCase())
}

const nameIn = (path: string) => path.slice(path.indexOf('/') + 1)

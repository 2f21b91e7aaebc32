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

interface RelatedColumn {
  /** As a formula names it: the source, the relationship, the column. */
  path: string
  relationship: string
  column: string
}

/** Adds columns of tables to which each row leads over a relationship of the source. */
export function RelationshipQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor, element, columnIds, facts, t })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly RelatedColumn[]>([])
  const { names, isFetching } = useNamesLike(element, search.trim())
  const offered = names.flatMap(({ name }) => relatedColumn(name))
  // What was chosen stays in sight when another search no longer finds it.
  const listed = [...chosen, ...offered.filter(({ path }) => !chosen.some((each) => each.path === path))]
  const groups = Map.groupBy(listed, ({ relationship }) => relationship)
  return (
    <QuestionDialog
      title={t('relationshipTitle')}
      onClose={onClose}
      isReady={chosen.length > 0}
      saveLabel={chosen.length > 0 ? t('relationshipAdd', { count: chosen.length }) : t('relationshipAddNone')}
      onSave={() =>
        does.deriveAll(
          chosen.map(({ path, column, relationship }) => ({
            formula: printReference(path.split('/')),
            name: t('relationshipName', { column, relationship }),
          })),
          t('word.relationship'),
        )
      }
    >
      <TextField label={t('relationshipSearch')} value={search} onChange={setSearch} />
      <div className="flex max-h-80 min-h-24 flex-col gap-3 overflow-y-auto scroll-quiet" aria-busy={isFetching}>
        {[...groups].map(([relationship, columns]) => (
          <fieldset key={relationship} className="flex flex-col gap-1">
            <legend className="pb-1 text-xs font-medium text-muted">{relationship}</legend>
            {columns.map((each) => (
              <Checkbox
                key={each.path}
                isChecked={chosen.some(({ path }) => path === each.path)}
                onChange={(isOn) =>
                  setChosen(isOn ? [...chosen, each] : chosen.filter(({ path }) => path !== each.path))
                }
              >
                {each.column}
              </Checkbox>
            ))}
          </fieldset>
        ))}
        {listed.length === 0 && !isFetching && (
          <p className="text-muted">{t(search.trim() === '' ? 'relationshipNone' : 'relationshipNoMatch')}</p>
        )}
      </div>
    </QuestionDialog>
  )
}

function relatedColumn(path: string): RelatedColumn[] {
  const [, relationship, ...rest] = path.split('/')
  return relationship === undefined || rest.length === 0 ? [] : [{ path, relationship, column: rest.join('/') }]
}

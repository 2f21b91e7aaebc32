import { elementLabel, type Relationship, type TableElement } from '@octavo/core/document'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { DataTable, Waypoints } from '../../forms/index.ts'
import { Button, IconButton, lazyPart, Message, Pencil, Plus, Trash } from '../../ui/index.ts'
import { isTable, shownName } from '../data-model/model-elements.ts'
import { Card } from '../frame/Page.tsx'
import { withEntry, withoutEntry } from './list-edits.ts'
import { pairsInWords } from './relationship-keys.ts'

const RelationshipDialog = lazyPart(async () => ({
  default: (await import('./RelationshipDialog.tsx')).RelationshipDialog,
}))

/** The tables to which each row of this one is related, which are added and changed here. */
export function RelationshipsTab({ element }: { element: TableElement }) {
  const { t } = useTranslation('models')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const [open, setOpen] = useState<Relationship | 'new'>()
  const { relationships = [] } = element
  const others = Object.values(document.elements).filter((other) => isTable(other) && other.id !== element.id)
  const nameOf = ({ id, name }: Relationship) => name ?? id
  const targetName = ({ targetElementId }: Relationship) => {
    const target = document.elements[targetElementId]
    return target ? shownName(target) : targetElementId
  }

  function save(relationship: Relationship) {
    const word = t('edit.relationships.word', { name: nameOf(relationship) })
    editor.apply(word, withEntry(element, 'relationships', { ...relationship }))
    setOpen(undefined)
  }
  const add = (
    <Button
      icon={Plus}
      disabled={others.length === 0}
      title={others.length === 0 ? t('edit.relationships.needsTables') : undefined}
      onClick={() => setOpen('new')}
    >
      {t('edit.relationships.add')}
    </Button>
  )
  return (
    <>
      {relationships.length === 0 ? (
        <Message
          icon={Waypoints}
          className="py-16"
          title={t('relationships.none')}
          text={others.length === 0 ? t('edit.relationships.needsTables') : t('edit.relationships.noneText')}
          actions={add}
        />
      ) : (
        <div className="flex flex-col items-start gap-3">
          {add}
          <Card className="w-full">
            <DataTable
              label={t('tabs.relationships')}
              rows={relationships}
              keyOf={({ id }) => id}
              nameOf={nameOf}
              columns={[
                { id: 'name', label: t('columns.name'), className: 'truncate font-medium', cell: nameOf },
                { id: 'target', label: t('relationships.target'), className: 'truncate', cell: targetName },
                {
                  id: 'keys',
                  label: t('relationships.keys'),
                  className: 'truncate text-muted',
                  cell: (one) => pairsInWords(document, element, one),
                },
                {
                  id: 'actions',
                  label: t('edit.actions'),
                  width: 96,
                  cell: (one) => (
                    <span className="flex justify-end">
                      <IconButton
                        label={t('edit.change', { name: nameOf(one) })}
                        icon={Pencil}
                        size="small"
                        onClick={() => setOpen(one)}
                      />
                      <IconButton
                        label={t('edit.remove', { name: nameOf(one) })}
                        icon={Trash}
                        size="small"
                        onClick={() =>
                          editor.apply(
                            t('edit.relationships.wordRemove', { name: nameOf(one) }),
                            withoutEntry(element, 'relationships', one.id),
                          )
                        }
                      />
                    </span>
                  ),
                },
              ]}
            />
          </Card>
        </div>
      )}
      {open && (
        <Suspense>
          <RelationshipDialog
            element={element}
            relationship={open === 'new' ? { id: newId(), targetElementId: others[0]?.id ?? '', keys: [] } : open}
            isNew={open === 'new'}
            targets={others.map((other) => ({ value: other.id, label: elementLabel(other) }))}
            onSave={save}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

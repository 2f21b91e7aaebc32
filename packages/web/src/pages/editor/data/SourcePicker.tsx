import { applyEdits } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { elementEdits, newId, previewRows, savedControls, useEditor, useEditorState } from '../../../editor/index.ts'
import { Checkbox, Remark } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { OtherWayDialog, OtherWays, useOtherWay } from './OtherWays.tsx'
import type { PickedSource } from './picked-source.ts'
import { SampleRows } from './SampleRows.tsx'
import { LoadingLines, SourceList } from './SourceList.tsx'
import {
  bestMatch,
  nameOfSource,
  type SourceColumn,
  type SourceEntry,
  useFoundEntries,
  useSourceColumns,
  useSourceEntries,
} from './source-entries.ts'
import '../../../i18n/formulas.ts'

interface SourcePickerProps {
  /** Kind of the element that is to be added. */
  kind: string
  onPick: (picked: PickedSource) => void
  onClose: () => void
}

/** Lists the sources that an element can read, with columns and first rows. Enter uses the chosen one. */
export function SourcePicker({ onPick, onClose }: SourcePickerProps) {
  const { t } = useTranslation('formulas')
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const { isLoading, error, retry } = sources
  const [search, setSearch] = useState('')
  const [chosenKey, setChosenKey] = useState<string>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const field = useRef<HTMLInputElement>(null)
  const ways = useOtherWay(field)
  const found = useFoundEntries(sources, search)
  const chosen = found.find(({ key }) => key === chosenKey) ?? bestMatch(found, search)
  const columns = useSourceColumns(document, chosen)
  const taken = (columns.data ?? []).filter(({ name }) => !left.has(name) && !name.startsWith('_'))

  function choose(entry: SourceEntry | undefined) {
    setChosenKey(entry?.key)
    setLeft(new Set())
  }
  function add() {
    if (ways.loading || !chosen || taken.length === 0) return
    onPick({ source: chosen.source, columns: taken.map(({ column }) => column), name: nameOfSource(chosen) })
  }
  const first = chosenKey === undefined ? undefined : chosen?.source
  if (ways.opened) return <OtherWayDialog {...ways.opened} onPick={onPick} onClose={onClose} />
  return (
    <Dialog
      title={t('picker.title')}
      closeLabel={t('picker.close')}
      isOpen
      size="picker"
      isFlush
      onClose={onClose}
      onSubmit={add}
      beside={<OtherWays loading={ways.loading} onChoose={(way) => ways.choose({ way, first })} />}
      actions={
        <>
          <Button onClick={onClose}>{t('picker.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!chosen || taken.length === 0}>
            {t('picker.add')}
          </Button>
        </>
      }
    >
      <div className="grid h-[min(32rem,60vh)] grid-cols-[20rem_1fr] border-t border-line">
        <SourceList
          entries={found}
          search={search}
          chosen={chosen}
          field={field}
          isLoading={isLoading}
          error={error}
          onSearch={(text) => {
            setSearch(text)
            setChosenKey(undefined)
            ways.noteTyped(text)
          }}
          onChoose={choose}
          onTake={add}
          onRetry={() => void retry()}
        />
        <div className="min-h-0 overflow-auto p-4 scroll-quiet">
          {!chosen && <p className="text-muted">{t('picker.choose')}</p>}
          {chosen && columns.isPending && <LoadingLines />}
          {chosen && columns.error && (
            <Remark tone="danger">
              {t('picker.noColumns')} {columns.error.message}
            </Remark>
          )}
          {chosen && columns.data && (
            <Preview
              key={chosen.key}
              entry={chosen}
              columns={columns.data}
              taken={taken}
              onToggle={(name, isOn) => {
                const next = new Set(left)
                if (isOn) next.delete(name)
                else next.add(name)
                setLeft(next)
              }}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  entry: SourceEntry
  columns: readonly SourceColumn[]
  taken: readonly SourceColumn[]
  onToggle: (name: string, isOn: boolean) => void
}

/** The columns with a checkbox each, and the first rows as the element would show them. */
function Preview({ entry, columns, taken, onToggle }: PreviewProps) {
  const { t } = useTranslation('formulas')
  const editor = useEditor()
  const pageId = useEditorState((state) => state.pageId)
  const sample = useQuery({
    queryKey: ['sources', 'sample', editor.workbookId, editor.stored, entry.key],
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => {
      const id = newId()
      const fields = { source: entry.source, columns: columns.map(({ column }) => column), name: entry.name }
      const edits = elementEdits({ ...editor.state, selection: { elementIds: [], columnIds: [] } }, id, {
        kind: 'table',
        fields,
      })
      return previewRows(
        {
          workbookId: editor.workbookId,
          isDataModel: editor.isDataModel,
          stored: editor.stored,
          pageId,
          elementId: id,
          level: 'base',
          limit: 50,
          edits: onlyValid(edits),
          controls: savedControls,
        },
        signal,
      )
    },
  })
  function onlyValid(edits: ReturnType<typeof elementEdits>) {
    return applyEdits(editor.state.document, edits).applied
  }
  return (
    <div className="flex flex-col gap-4">
      {entry.description && <p className="[overflow-wrap:anywhere]">{entry.description}</p>}
      <section aria-label={t('picker.columns')}>
        <h3 className="pb-1 text-xs font-medium text-muted">{t('picker.count', { count: columns.length })}</h3>
        <ul className="grid grid-cols-2 gap-x-4">
          {columns.map(({ name, type, description }) => (
            <li key={name}>
              <div className="flex h-item items-center gap-2">
                <Checkbox
                  className="min-w-0"
                  isChecked={taken.some((column) => column.name === name)}
                  onChange={(isOn) => onToggle(name, isOn)}
                >
                  <span className="truncate">{name}</span>
                </Checkbox>
                {type && <span className="ml-auto text-xs text-muted">{type}</span>}
              </div>
              {description && (
                <p className="truncate pb-1 pl-6 text-xs text-muted" title={description}>
                  {description}
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('picker.rows')}>
        <h3 className="pb-1 text-xs font-medium text-muted">{t('picker.rows')}</h3>
        {sample.isPending && <LoadingLines />}
        {sample.error && <Remark tone="warning">{sample.error.message}</Remark>}
        {sample.data && <SampleRows sample={sample.data} label={t('picker.sample')} />}
      </section>
    </div>
  )
}

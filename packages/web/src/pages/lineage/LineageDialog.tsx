import { type LineageNode, lineageOf, reachedFrom } from '@octavo/core/document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../i18n/lineage.ts'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Checkbox } from '../../forms/index.ts'
import { Button, Dialog, fieldLookSmall, Segmented } from '../../ui/index.ts'
import { LineageGraph } from './LineageGraph.tsx'
import { LineageList } from './LineageList.tsx'
import { useModelNames } from './use-model-names.ts'

interface LineageDialogProps {
  /** The element to start with; absent: the whole document. */
  elementId?: string | undefined
  nameOf: (elementId: string) => string
  onClose: () => void
}

/** The dependencies in the open document, as a graph and as an indented list. */
export function LineageDialog({ elementId, nameOf, onClose }: LineageDialogProps) {
  const { t } = useTranslation('lineage')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const [look, setLook] = useState<'graph' | 'list'>('graph')
  const [focus, setFocus] = useState(elementId)
  const [isAlone, setAlone] = useState(elementId !== undefined)
  const [hasControls, setControls] = useState(true)
  const [searchText, setSearchText] = useState('')
  const whole = useMemo(() => lineageOf(document), [document])
  const modelNames = useModelNames(whole.nodes)
  const related = useMemo(
    () =>
      focus === undefined
        ? undefined
        : new Set([focus, ...reachedFrom(whole.edges, focus, 'before'), ...reachedFrom(whole.edges, focus, 'after')]),
    [whole, focus],
  )
  const shown = useMemo(() => {
    const nodes = whole.nodes.filter(
      ({ id, kind }) => (hasControls || kind !== 'control') && (!isAlone || !related || related.has(id)),
    )
    const ids = new Set(nodes.map(({ id }) => id))
    return { nodes, edges: whole.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
  }, [whole, related, isAlone, hasControls])
  const label = (node: LineageNode) =>
    node.kind === 'source'
      ? node.name || modelNames.get(node.id) || t(`source.${sourceWord(node.detail)}`)
      : nameOf(node.id)
  const matches = (node: LineageNode) =>
    searchText !== '' && label(node).toLowerCase().includes(searchText.toLowerCase())
  const focused = whole.nodes.find(({ id }) => id === focus)

  function show(id: string) {
    const holder = [...document.pages, ...document.overlays, ...document.panels].find(({ elementIds }) =>
      elementIds.includes(id),
    )
    if (holder) editor.showPage(holder.id)
    editor.select({ elementIds: [id] })
    onClose()
  }
  const openable = (node: LineageNode) => (node.kind === 'source' ? undefined : () => show(node.id))

  return (
    <Dialog
      size="full"
      isFlush
      isOpen
      title={t('title')}
      closeLabel={t('close')}
      onClose={onClose}
      beside={
        <span className="truncate text-muted" role="status">
          {focused && related
            ? t('related', { name: label(focused), count: related.size - 1 })
            : t('count', { count: shown.nodes.length })}
        </span>
      }
      actions={
        <>
          {focus !== undefined && <Button onClick={() => setFocus(undefined)}>{t('showAll')}</Button>}
          {focused && focused.kind !== 'source' && (
            <Button look="primary" onClick={() => show(focused.id)}>
              {t('view')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-4 border-y border-line px-6 py-2">
        <Segmented
          label={t('look')}
          value={look}
          options={[
            { value: 'graph', label: t('graph') },
            { value: 'list', label: t('list') },
          ]}
          onChange={setLook}
        />
        <div className="w-56">
          <input
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            className={fieldLookSmall}
          />
        </div>
        <Checkbox isChecked={hasControls} onChange={setControls}>
          {t('controls')}
        </Checkbox>
        {focus !== undefined && (
          <Checkbox isChecked={isAlone} onChange={setAlone}>
            {t('alone')}
          </Checkbox>
        )}
      </div>
      {shown.nodes.length === 0 ? (
        <p className="py-24 text-center text-muted">{t('none')}</p>
      ) : look === 'graph' ? (
        <LineageGraph
          lineage={shown}
          label={label}
          matches={matches}
          related={related}
          focus={focus}
          onFocus={setFocus}
          onOpen={(node) => openable(node)?.()}
        />
      ) : (
        <LineageList lineage={shown} label={label} focus={focus} onOpen={(node) => openable(node)?.()} />
      )}
    </Dialog>
  )
}

const sourceWords = ['warehouse-table', 'data-model', 'dataset', 'sql', 'csv-table'] as const
export const sourceWord = (kind: string) => sourceWords.find((word) => word === kind) ?? 'other'

import { columnHolder, columnNames, elementName } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { addElement, useEditor } from '../../../editor/index.ts'
import { GitBranch } from '../../../forms/index.ts'
import { Menu, MenuItem } from '../../../ui/index.ts'
import { sourceColumn } from '../data/source-entries.ts'

const kinds = ['table', 'pivot-table', 'bar-chart', 'kpi-chart'] as const

/** Adds an element that reads the rows of another, with its filters and its calculations. */
export function ChildMenu({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()

  function add(kind: (typeof kinds)[number]) {
    const parent = columnHolder(editor.state.document, elementId)
    if (!parent) return
    const name = elementName(parent) ?? ''
    const names = columnNames(parent.columns)
    const shown = parent.columns.filter(({ hidden }) => hidden !== true)
    // A chart takes the columns that are put on its shelves; a table shows all of them at once.
    const columns =
      kind === 'table'
        ? shown.map(({ id, format }) => sourceColumn(name, names.get(id) ?? id, undefined, format).column)
        : []
    const fields = {
      source: { kind: 'table', elementId },
      columns,
      ...(kind === 'table' ? { name: t('child.nameOf', { name }) } : {}),
    }
    addElement(editor, { kind, fields }, t('word.add', { kind: t(`child.${kind}`) }))
  }

  return (
    <Menu
      label={t('child.menu')}
      hasTooltip
      triggerClass="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
      trigger={<GitBranch className="size-4" />}
    >
      {kinds.map((kind) => (
        <MenuItem key={kind} onSelect={() => add(kind)}>
          {t(`child.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

import { type ColumnHolder, columnHolder, truncations } from '@octavo/core/document'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftEditor, PageData } from '../../../editor/index.ts'
import {
  ColumnDialog,
  type ColumnQuestion,
  columnFacts,
  columnFormats,
  columnGestures,
  focusFormula,
  withDecimals,
} from '../../../elements/table/columns/index.ts'
import type { EditorCommand } from '../commands.ts'
import '../../../i18n/columns.ts'

type Does = ReturnType<typeof columnGestures>

interface Asked {
  question: ColumnQuestion
  element: ColumnHolder
  columnIds: readonly string[]
}

/** The commands of the selected columns, for keys and the palette, with the dialogs that some of them open. */
export function useColumnCommands(
  editor: DraftEditor,
  data: PageData,
): { commands: EditorCommand[]; dialogs: ReactNode } {
  const { t } = useTranslation('columns')
  const [asked, setAsked] = useState<Asked>()
  const commands = useMemo(() => {
    function selected() {
      const { document, selection } = editor.state
      const element = columnHolder(document, selection.elementIds[0] ?? '')
      return element && selection.columnIds.length > 0 ? { element, columnIds: selection.columnIds } : undefined
    }
    const command = (
      id: string,
      label: string,
      keys: string | undefined,
      run: (does: Does, of: ColumnHolder) => void,
      { isOfTables = false }: { isOfTables?: boolean } = {},
    ) => ({
      id: `column.${id}`,
      group: 'columns' as const,
      label,
      ...(keys === undefined ? {} : { keys }),
      isOn: () => {
        const target = selected()
        return target !== undefined && (!isOfTables || target.element.kind === 'table')
      },
      run() {
        const target = selected()
        if (!target) return
        const facts = columnFacts(target.element, data.element(target.element.id))
        run(columnGestures({ editor, ...target, facts, t }), target.element)
      },
    })
    const ask = (question: ColumnQuestion) => {
      const target = selected()
      if (target) setAsked({ question, ...target })
    }
    const count = 1
    return [
      command('formula', t('formula'), '=', () => focusFormula()),
      command('sortAscending', t('sortAscending'), 'S A', (does) => does.sort('ascending')),
      command('sortDescending', t('sortDescending'), 'S D', (does) => does.sort('descending')),
      command('unsort', t('unsort'), 'S X', (does) => does.unsort()),
      command('filter', t('filter', { count }), 'Shift+F', () => ask('filter')),
      command('pageControl', t('pageControl'), undefined, (does) => does.pageControl(), { isOfTables: true }),
      command('addColumn', t('addColumn'), '+', (does) => void does.addColumn()),
      command('duplicate', t('duplicate', { count }), 'Ctrl+D', (does) => does.duplicate()),
      command('lookup', t('lookup'), undefined, () => ask('lookup')),
      command(
        'group',
        t('group', { count }),
        'Shift+G',
        (does, element) => {
          const isKey = element.groupings?.some(({ groupBy = [] }) => groupBy.some((id) => does.columnIds.includes(id)))
          if (isKey) does.ungroup()
          else does.group()
        },
        { isOfTables: true },
      ),
      command('grandTotal', t('grandTotal'), undefined, (does) => does.total(true), { isOfTables: true }),
      ...truncations.map((unit) =>
        command(`truncate.${unit}`, `${t('truncate')}: ${t(`unit.${unit}`)}`, undefined, (does) => does.truncate(unit)),
      ),
      command('format.automatic', `${t('format')}: ${t('formats.automatic')}`, '!', (does) => does.format(undefined)),
      ...[...columnFormats('number'), ...columnFormats('date')].map(({ id, keys, format }) =>
        command(`format.${id}`, `${t('format')}: ${t(`formats.${id}`)}`, keys, (does) => does.format(format)),
      ),
      command('fewerDecimals', t('fewerDecimals'), '<', (does, element) => changeDecimals(does, element, -1)),
      command('moreDecimals', t('moreDecimals'), '>', (does, element) => changeDecimals(does, element, 1)),
      command('conditional', t('conditional'), 'Shift+C', () => ask('conditional')),
      command('freeze', t('freeze'), undefined, (does) => does.freeze(), { isOfTables: true }),
      command('unfreeze', t('unfreeze'), undefined, (does) => does.unfreeze(), { isOfTables: true }),
      command('hide', t('hide', { count }), 'Shift+H', (does) => does.hide(true)),
      command('show', t('show', { count }), undefined, (does) => does.hide(false)),
      command('moveStart', `${t('moveTo')} ${t('toStart')}`, 'Ctrl+Shift+ArrowUp', (does) =>
        does.move({ to: 'start' }),
      ),
      command('moveEnd', `${t('moveTo')} ${t('toEnd')}`, 'Ctrl+Shift+ArrowDown', (does) => does.move({ to: 'end' })),
      command('moveLeft', `${t('moveTo')} ${t('toLeft')}`, 'Alt+Shift+ArrowLeft', (does) => does.move({ to: 'left' })),
      command('moveRight', `${t('moveTo')} ${t('toRight')}`, 'Alt+Shift+ArrowRight', (does) =>
        does.move({ to: 'right' }),
      ),
      command('rename', t('rename'), 'Shift+R', () => ask('rename')),
      command('describe', t('describe'), undefined, () => ask('describe')),
      command('details', t('details'), 'Ctrl+I', () => ask('details'), { isOfTables: true }),
      command('delete', t('delete', { count }), 'Delete', (does) => does.remove()),
    ]
  }, [editor, data, t])
  const dialogs = asked && (
    <ColumnDialog
      question={asked.question}
      element={asked.element}
      columnIds={asked.columnIds}
      onClose={() => setAsked(undefined)}
    />
  )
  return { commands, dialogs }
}

function changeDecimals(does: Does, element: ColumnHolder, by: -1 | 1) {
  const column = element.columns.find(({ id }) => does.columnIds.includes(id))
  const format = withDecimals(column?.format, by)
  if (format) does.format(format)
}

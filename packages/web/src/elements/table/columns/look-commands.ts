import type { ColumnCommand, CommandSubject } from './column-command.ts'
import { columnFormats, withDecimals } from './column-formats.ts'

export function lookCommands(subject: CommandSubject): ColumnCommand[] {
  const { element, first, count, facts, does, t, ask } = subject
  const within = t('format')
  const column = element.columns.find(({ id }) => id === first)
  const formats = columnFormats(facts.type(first))
  const align = (id: string, label: string, style: Readonly<Record<string, unknown>>): ColumnCommand => ({
    id: `style.${id}`,
    within: t('align'),
    label,
    run: () => does.style(style),
  })
  const byDecimals = (by: -1 | 1) => {
    const format = withDecimals(column?.format, by)
    if (format) does.format(format)
  }
  return [
    ...(formats.length > 0
      ? [
          {
            id: 'format.automatic',
            within,
            label: t('formats.automatic'),
            keys: '!',
            run: () => does.format(undefined),
          },
          ...formats.map(({ id, keys, format }) => ({
            id: `format.${id}`,
            within,
            label: t(`formats.${id}`),
            ...(keys ? { keys } : {}),
            run: () => does.format(format),
          })),
          { id: 'format.custom', within, label: t('formats.custom'), run: () => ask('customFormat') },
          { id: 'fewerDecimals', label: t('fewerDecimals'), keys: '<', isKeyOnly: true, run: () => byDecimals(-1) },
          { id: 'moreDecimals', label: t('moreDecimals'), keys: '>', isKeyOnly: true, run: () => byDecimals(1) },
        ]
      : []),
    { id: 'copyFormat', within, label: t('copyFormat'), keys: 'Ctrl+Alt+C', run: does.copyFormat },
    { id: 'pasteFormat', within, label: t('pasteFormat'), keys: 'Ctrl+Alt+V', run: does.pasteFormat },
    { id: 'conditional', label: t('conditional'), keys: 'Shift+C', run: () => ask('conditional') },
    align('left', t('alignLeft'), { align: 'left' }),
    align('center', t('alignCenter'), { align: 'center' }),
    align('right', t('alignRight'), { align: 'right' }),
    align('wrap', t('wrap'), { textWrap: 'wrap' }),
    align('clip', t('clip'), { textWrap: 'clip' }),
    { id: 'autofit', within: t('width'), label: t('autofit', { count }), run: () => does.width(undefined) },
    ...(count > 1
      ? [{ id: 'sameWidth', within: t('width'), label: t('sameWidth', { count }), run: does.sameWidth }]
      : []),
  ]
}

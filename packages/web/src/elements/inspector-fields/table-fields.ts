import {
  choice,
  color,
  type FieldSection,
  field,
  hiddenUnless,
  number,
  shownUnless,
  text,
  weight,
} from './field-editors.ts'

/** Sections of tables and pivot tables. */

const cellSize = number({ min: 8, max: 24 })

const cells = (title: string, part: 'header' | 'cell'): FieldSection => ({
  title,
  fields: [
    field('size', `tableStyle.textStyles.${part}.fontSize`, cellSize),
    field('weight', `tableStyle.textStyles.${part}.fontWeight`, weight),
    field('color', `tableStyle.textStyles.${part}.color`, color),
    field('background', `tableStyle.textStyles.${part}.backgroundColor`, color),
  ],
})

const style = [
  field('preset', 'tableStyle.preset', choice('spreadsheet', 'spreadsheet', 'presentation')),
  field('spacing', 'tableStyle.cellSpacing', choice('auto', 'auto', 'extra-small', 'small', 'medium', 'large')),
  field('gridLines', 'tableStyle.gridLines', choice('auto', 'auto', 'none', 'vertical', 'horizontal', 'all')),
  field('banding', 'tableStyle.banding', hiddenUnless),
  field('bandingColor', 'tableStyle.bandingColor', color),
]

export const table: readonly FieldSection[] = [
  { title: 'table', fields: style },
  cells('headerText', 'header'),
  cells('cellText', 'cell'),
]

export const pivot: readonly FieldSection[] = [
  {
    title: 'pivot',
    fields: [
      field('rowLayout', 'display.rowLayout', choice('separate-columns', 'single-column', 'separate-columns')),
      field('repeatLabels', 'display.repeatRowLabels', hiddenUnless),
      field('emptyCell', 'display.emptyCellDisplay', text),
      field('valuesOn', 'display.stacked', choice('side-by-side', 'side-by-side', 'stacked')),
    ],
  },
  {
    title: 'totals',
    fields: [
      field('subtotals', 'totals.showSubtotals', choice('always', 'always', 'when-collapsed', 'hidden')),
      field('grandTotals', 'totals.showGrandTotals', { type: 'switch', on: 'shown', off: 'hidden', isUsuallyOn: true }),
      field('position', 'totals.totalPosition', choice('last', 'first', 'last')),
      field('subtotalWeight', 'totals.subTotalFontWeight', choice('auto', 'auto', 'normal', 'bold')),
      field('subtotalColor', 'totals.subTotalColor', color),
      field('subtotalBackground', 'totals.subTotalBackgroundColor', color),
      field('weight', 'totals.grandTotalFontWeight', choice('auto', 'auto', 'normal', 'bold')),
      field('color', 'totals.grandTotalColor', color),
      field('background', 'totals.grandTotalBackgroundColor', color),
    ],
  },
  {
    title: 'table',
    fields: [
      ...style,
      field('heavyVertical', 'tableStyle.heavyVerticalDividers', hiddenUnless),
      field('heavyHorizontal', 'tableStyle.heavyHorizontalDividers', hiddenUnless),
    ],
  },
  cells('headerText', 'header'),
  cells('cellText', 'cell'),
]

export const tableParts: FieldSection = {
  title: 'parts',
  fields: [field('summaryBar', 'tableComponents.summaryBar', shownUnless)],
}

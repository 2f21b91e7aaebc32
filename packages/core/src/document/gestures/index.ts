export { aggregatingColumns, columnsOverRows } from './aggregating-columns.ts'
export { arrange, groupElements, ungroupElements } from './arrange-elements.ts'
export {
  type ColumnFolder,
  type ColumnHolder,
  type ConditionalFormatEntry,
  changeAnyElement,
  changeElement,
  columnHolder,
} from './change-element.ts'
export { changeKind, keptAside, mayChangeKind } from './change-kind.ts'
export {
  chartsToDrill,
  chartsWithLegend,
  drillControlOf,
  type LegendTarget,
  legendControlOf,
  legendTargetsOf,
  removeChartTarget,
  setDrillColumn,
  setDrillLevels,
  setDrillTarget,
  setLegendTarget,
  sourceOfControl,
} from './chart-controls.ts'
export { type ColumnSecurity, type SecurityCriteria, securitiesOf, setColumnSecurity } from './column-security.ts'
export { type ColumnUse, usesOfColumns } from './column-uses.ts'
export {
  addColumns,
  type ColumnMove,
  columnsOfElement,
  duplicateColumns,
  freezeColumns,
  moveColumns,
  type NewColumn,
  type NewColumnPlace,
  orderOf,
  renameColumn,
  setColumnStyle,
  setColumns,
  setFormula,
} from './columns.ts'
export { addContextMenuItem, removeContextMenuItem, renameContextMenuItem } from './context-menu.ts'
export { clearDefault, setDefault } from './control-defaults.ts'
export {
  addFittingTargets,
  type ControlTarget,
  columnsOfTarget,
  controlFieldsOf,
  controlTargetOf,
  fittingTargets,
  isSameSource,
  likelyTarget,
  reachOf,
  readersOfControl,
  removeTarget,
  setTarget,
  type TargetSource,
  takeHierarchyFrom,
  takeValuesFrom,
  targetsOf,
} from './control-targets.ts'
export {
  changeControlType,
  controlTypeFor,
  fitsControl,
  isRequired,
  setControlFields,
  setRequired,
} from './controls.ts'
export {
  type ActionClip,
  type ActionPlace,
  copyAction,
  type PastedAction,
  pasteAction,
} from './copy-actions.ts'
export { type Clip, copyElements, type Pasted, type PastePlace, pasteElements } from './copy-elements.ts'
export { type DrillDown, drillDown, drillUp, setDrillColumns } from './drill-down.ts'
export { documentTexts, type FoundText, findTexts, replacedText, replaceTexts, type TextPart } from './find-texts.ts'
export { addFolder, columnsOfFolder, moveToFolder, removeFolder, renameFolder, ungroupFolder } from './folders.ts'
export {
  type Aggregate,
  aggregated,
  aggregates,
  binFormula,
  type Conversion,
  changeFormulas,
  conversions,
  converted,
  type DatePartName,
  datePartFormula,
  datePartOf,
  dateParts,
  type LookupRequest,
  lookupFormula,
  mapFormula,
  outerCall,
  type PeriodResult,
  partOfDate,
  percentOf,
  periodFormula,
  periodResults,
  sparklineFormula,
  splitFormula,
  type Truncation,
  textChanges,
  truncated,
  truncationOf,
  truncations,
  wrapped,
} from './formula-changes.ts'
export {
  type ColumnLevel,
  groupByColumns,
  levelOfColumn,
  moveGrouping,
  moveToKeys,
  moveToLevel,
  removeGrouping,
  replaceKey,
  ungroupColumns,
} from './groupings.ts'
export { hideField, showField } from './hide-field.ts'
export { kpiOfSummary, namesInFormula } from './kpi-of-summary.ts'
export { limitColumn, limitOf } from './limit-column.ts'
export { setConditionalFormats, setGrandTotal, totalsOf } from './looks.ts'
export { type MetricFacts, type MetricTimeline, metricPeriods, metricPrefix, takeTimeline } from './metrics.ts'
export { setMobileOrder } from './mobile-order.ts'
export { setPagePanel } from './page-panel.ts'
export {
  addOverlay,
  addOverlayButton,
  addPage,
  copyPage,
  type HolderList,
  holderListOf,
  movePage,
  type PageClip,
  pastePage,
  readersOfHolder,
  removeHolder,
  setHolderField,
  setWorkbookSetting,
} from './pages.ts'
export { histogramColumn, kindOfRecipe, type Recipe, type RecipeFields, recipeFields, recipes } from './recipes.ts'
export { removeColumns } from './remove-columns.ts'
export { readersOf, removeElements, withContents } from './remove-elements.ts'
export { type ElementUses, isUsed, keepAsData, usesOfElements } from './remove-used.ts'
export { type ReplacedFormula, replacedFormulas, replaceReferences } from './replace-references.ts'
export {
  addFilters,
  type ColumnValues,
  emptyFilter,
  filterByValues,
  removeFilter,
  setFilter,
  setSort,
  sortColumns,
  sortOf,
} from './rows.ts'
export { setTabs, tabNames } from './set-tabs.ts'
export { type ShelfSort, type SortedKey, setShelfSort, sortedKeys } from './shelf-sort.ts'
export {
  addToShelf,
  columnsOnShelf,
  fieldAt,
  type ShelfId,
  type ShelfShape,
  setElementField,
  setShelf,
  shelfFor,
  shelvesOfKind,
  swapShelves,
  withPath,
} from './shelves.ts'
export {
  applySuggestion,
  columnForShelf,
  dimensionOf,
  measureOf,
  type OfferedColumn,
  referenceTo,
  type Suggestion,
  suggestionsFor,
} from './suggestions.ts'
export type { TabChange } from './tab-targets.ts'
export { setElementLook, setElementTitle } from './titles.ts'
export { setValueOrder } from './value-order.ts'

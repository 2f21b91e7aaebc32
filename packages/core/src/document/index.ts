export { type ActionTrigger, actionTriggers } from './action-triggers.ts'
export { isAdjustment } from './adjustments.ts'
export type * from './api.ts'
export * from './arrange/index.ts'
export {
  type BindOptions,
  bindFormulas,
  printFormulas,
  setAtPath,
} from './bindings.ts'
export { type BoundThing, elementsBoundTo } from './bound-uses.ts'
export { boxColumnId, boxEnds, boxParts, withBoxColumns } from './box-columns.ts'
export { branchLevels } from './branch-levels.ts'
export { cardHolderOf, cardPrefix, cardsIdOf, cardTable, isCardsId, isRepeated, isTableOfCards } from './card-rows.ts'
export { type CategoryList, categoryList, storedSlots } from './category-lists.ts'
export {
  type CellProblem,
  type CellProblemCode,
  cellProblemCodes,
  cellProblemText,
  isCellProblemCode,
} from './cell-problems.ts'
export { type CellTest, cellPasses } from './cell-tests.ts'
export { checkDocument } from './check-document.ts'
export { checkEdited, checkEdits } from './check-edited.ts'
export { addedNestingProblem, maxLayoutLevels, type NestingProblem, nestingProblems } from './check-nesting.ts'
export { sourceElementIds } from './check-sources.ts'
export { formOf, rememberSpelling, writeAsWritten } from './codecs/as-written.ts'
export { readFormC, writeFormC } from './codecs/form-c.ts'
export { type DocumentKind, type ReadDocument, readFormN, writeFormN } from './codecs/form-n.ts'
export { documentOfFormN, emptyDocument } from './codecs/form-n-pages.ts'
export { validateDocument } from './codecs/validate.ts'
export {
  type ComputedFormula,
  computedFormulas,
  formulasWithoutSource,
  withComputedFormulas,
} from './computed-formulas.ts'
export { type Compared, conditionHolds, isFormulaCondition } from './conditions.ts'
export { type ContextMenuItem, contextMenuOf, leavesOf } from './context-menu-items.ts'
export { type ControlTime, dateFromText, savedDate, savedDateRange } from './control-dates.ts'
export {
  type ControlScalarType,
  type ControlShape,
  type ControlValueType,
  controlShape,
  controlValueType,
} from './control-shape.ts'
export { controlTextsInZone } from './control-texts-in-zone.ts'
export { controlTypes, startingControl } from './control-types.ts'
export {
  controlValueFromText,
  controlValueToText,
  type ReadControlValue,
  savedControlValue,
} from './control-values.ts'
export {
  addSelectAction,
  type CrossFilterTarget,
  crossFilterControl,
  crossFilterTargets,
  selectableColumns,
} from './cross-filter.ts'
export { type DateClock, dateClock, dateRange, type LocalRange } from './date-range.ts'
export { type ElementStyle, problemsOfStyle } from './default-style.ts'
export {
  drillCategories,
  drillCategoryName,
  drilledElement,
  drillLevel,
  drillTargets,
  idsOnShelves,
  isDrillTarget,
} from './drill.ts'
export { type DrillStep, drillSteps } from './drill-steps.ts'
export { type EditStopCode, editStopCodes, editStopOf, editStopText } from './edit-stops.ts'
export * from './edits/index.ts'
export { canBeSource, type DocumentPaths } from './element-context.ts'
export { type EffectName, effectNames } from './elements/actions.ts'
export { type ByElementKind, type ElementOf, partOfKind } from './elements/by-kind.ts'
export {
  type DataKind,
  type ElementGroup,
  type ElementKind,
  type ElementKindEntry,
  elementKinds,
  isModelled,
} from './elements/index.ts'
export { type EmbeddedPart, embeddedContent } from './embedded-content.ts'
export { changedSources, draftOnlyProblems, type Exploration, explorationProblems } from './exploration.ts'
export { type FormulaField, formulaFields } from './formula-fields.ts'
export * from './gestures/index.ts'
export {
  type InputCell,
  inputCell,
  inputMoment,
  inputTimestamp,
  isInputNumber,
  mostEntered,
  mostEnteredCells,
  valueNeeded,
} from './input-cells.ts'
export {
  type ChoicesSource,
  choicesSource,
  hasProtectedColumn,
  type InputColumnOrigin,
  inputColumn,
  inputColumnOrigin,
  inputConnection,
  isLinkedTable,
  isProtectedColumn,
  isRequiredColumn,
  namedColumns,
  rowIdColumn,
  systemColumnName,
  targetIdColumn,
} from './input-columns.ts'
export { type JsonSchema, type JsonSchemaName, jsonSchema, jsonSchemaNames } from './json-schemas.ts'
export { keepExtras } from './keep-extras.ts'
export { type LayoutSpelling, layoutNodes, pageColumns, parseLayout, printLayout } from './layout.ts'
export { type Lineage, type LineageEdge, type LineageNode, lineageOf, reachedFrom } from './lineage.ts'
export {
  allElements,
  columnsOf,
  controlsAmong,
  controlsOf,
  elementsOfPage,
  findColumn,
  findControl,
  findElement,
  isControl,
  isDataElement,
  offeredBy,
  versionTagOf,
} from './lookups.ts'
export { mergeView } from './merge-view.ts'
export { inMobileOrder, mobileOrderOf } from './mobile-order.ts'
export { datasetElementId, type ModelElement, modelElementOf, moveToDataModel } from './model-source.ts'
export { columnsControlOf, type Modification, mostModifications } from './modification.ts'
export { addModification, modifiedDocument } from './modify-element.ts'
export { type BoundTarget, type Models, sameName } from './name-index.ts'
export { type NamedElement, namedElements } from './named-elements.ts'
export { columnName, columnNames, elementName, friendlyName, referenceName, sourceName, titleText } from './names.ts'
export { freeControlId, newElement } from './new-element.ts'
export { overlayColor } from './overlay-color.ts'
export { type PagePanels, pagesOfPanel, panelsOfPage } from './page-panels.ts'
export { type CalculatedLine, calculatedLines, parentsWithValues } from './pivot-lines.ts'
export {
  type KnownNames,
  namesInPolicies,
  type PolicyFinding,
  policyFindingCodes,
  policyFindings,
} from './policy-findings.ts'
export { type Findings, joinPath, problemSummary } from './problems.ts'
export { withShownActions } from './public-actions.ts'
export { publicDocument } from './public-document.ts'
export { type ReaderFilters, readerFilters } from './reader-filters.ts'
export { type ReaderRule, readerRules } from './reader-rules.ts'
export { scanReferences, type WrittenReference } from './references.ts'
export { isStandIn } from './required-shelves.ts'
export { parseRichText } from './rich-text.ts'
export { printRichText } from './rich-text-print.ts'
export type { RichBlock, RichInline, RichText, SpanStyle, TextAlign } from './rich-text-tree.ts'
export {
  canDetermineRows,
  canDetermineValue,
  constantCellsOf,
  EffectFailure,
  type EffectProblem,
  type EffectSources,
  effectCells,
  enteredKind,
  isRowEffect,
  type RowChange,
  rowChangeOf,
  selectsAllRows,
  sequenceLimits,
} from './row-effects.ts'
export {
  aggregatesSelection,
  literalOf,
  missingSelection,
  type RowFormula,
  rowFormulaProblems,
  rowFormulasOf,
  type SequenceName,
  sampleOf,
  selectedElement,
  sequenceNames,
  targetColumns,
  withNamedValues,
  withTargetRows,
} from './row-formulas.ts'
export {
  cellOfAnswer,
  runSequence,
  type SequenceEnd,
  type SequenceError,
  type SequenceHost,
  type SequenceVariables,
} from './run-sequence.ts'
export { sameJson } from './same-json.ts'
export {
  branchesOf,
  type FoundSequence,
  findSequence,
  isFork,
  leftOutEffect,
  sequencesOf,
  stepsOf,
  variableOf,
} from './sequences.ts'
export { elementLabel, hostLabel, shownTitle } from './shown-title.ts'
export { leafSources } from './source-walk.ts'
export * from './sources/index.ts'
export { type StepFormula, type StepValue, stepFormulas, withStepValues } from './step-formulas.ts'
export { currentFormatVersion, deserializeDocument, serializeDocument } from './storage.ts'
export { isTemplateHole, parseTemplate, type TemplateHole, type TemplatePart } from './template.ts'
export {
  addressTexts,
  errorFieldOf,
  messageTexts,
  readsSequence,
  stepTexts,
  type TextFormula,
  textFormulas,
  withoutHoles,
  withTexts,
} from './text-formulas.ts'
export { type Phrases, translatableTexts, translateDocument } from './translate-document.ts'
export { type OrderedValue, valueOrderOf, valueOrdersOf } from './value-order.ts'
export { webAddressProblem } from './web-address-problem.ts'
export { withoutPages } from './without-pages.ts'

import { columnsOf, type DataElement, scanReferences } from '../../document/index.ts'
import { placeOfAll } from '../model/across-connections.ts'
import type { ElementModel, SourceModel } from '../model/element-model.ts'
import type { Analysis, DocumentScope } from './analysis.ts'
import { isRecord } from './controls.ts'

/** The source of an element at a place where its rows can be joined to the rows of every element that its formulas look up. */
export function besideLookups(
  analysis: Analysis,
  scope: DocumentScope,
  element: DataElement,
  source: SourceModel,
): SourceModel {
  const others = lookedInto(analysis, scope, element, source).map((model) => model.source)
  const place = placeOfAll([source, ...others])
  if (!place || place.connectionId === source.connectionId) return source
  return { ...source, ...place, rowKey: [], rows: { kind: 'brought', source } }
}

function lookedInto(analysis: Analysis, scope: DocumentScope, element: DataElement, source: SourceModel) {
  const own = prefixesOf(source)
  const names = columnsOf(element).flatMap(({ formula }) => firstNamesIn(formula ?? ''))
  const named = [...new Set(names)].flatMap((name) =>
    own.has(name.toLowerCase()) ? [] : (analysis.elementNamed(scope, name, element.id) ?? []),
  )
  return [
    ...modelsOf(analysis, scope, [...named, ...relatedTo(element)]),
    ...(source.element
      ? modelsOf(analysis, analysis.scopeOf(source.element.document), relatedTo(source.element.element))
      : []),
  ]
}

/** Elements that cannot be read are left out; the formulas that refer to them report the error. */
function modelsOf(analysis: Analysis, scope: DocumentScope, ids: readonly string[]): ElementModel[] {
  return ids.flatMap((id) => {
    const outcome = analysis.model(scope, id)
    return outcome.ok ? [outcome.model] : []
  })
}

/** Names before a slash that refer to the source itself, in lower case. */
function prefixesOf({ prefixes, columns }: SourceModel): Set<string> {
  const all = [...prefixes, ...columns.flatMap((column) => column.prefixes ?? [])]
  return new Set(all.map((name) => name.toLowerCase()))
}

function firstNamesIn(formula: string): string[] {
  return scanReferences(formula).flatMap(({ segments: [first, second] }) =>
    first === undefined || second === undefined ? [] : [first],
  )
}

function relatedTo({ relationships }: DataElement): string[] {
  const listed = Array.isArray(relationships) ? relationships.filter(isRecord) : []
  return listed.map(({ targetElementId }) => String(targetElementId))
}

import { isRecord } from './check-schema.ts'
import { type ElementContext, hasColumn, records, strings } from './element-context.ts'
import { pointerListUses } from './elements/channels.ts'
import { findElement } from './lookups.ts'

/** Lists of columns that several kinds have. */
export function checkLists(context: ElementContext): void {
  const { element } = context
  for (const [index, format] of records(element.conditionalFormats)) {
    for (const [position, id] of strings(format.columnIds)) {
      context.ownColumn(id, `conditionalFormats[${index}].columnIds[${position}]`)
    }
  }
  if (isRecord(element.frozenColumn)) context.ownColumn(element.frozenColumn.columnId, 'frozenColumn.columnId')
  for (const list of ['label', 'tooltip']) {
    for (const { path, columnId } of pointerListUses(element, list)) context.ownColumn(columnId, path)
  }
  for (const [index, line] of records(element.trendlines)) {
    context.ownColumn(line.columnId, `trendlines[${index}].columnId`)
  }
  for (const [index, mark] of records(element.refMarks)) {
    for (const field of ['value', 'endValue']) {
      const value = mark[field]
      if (isRecord(value)) context.ownColumn(value.columnId, `refMarks[${index}].${field}.columnId`)
    }
  }
  for (const [index, column] of records(element.columns)) {
    if (isRecord(column.link)) context.ownColumn(column.link.columnId, `columns[${index}].link.columnId`)
  }
  const startPoint = element.startPoint
  if (isRecord(startPoint) && isRecord(startPoint.value)) {
    context.ownColumn(startPoint.value.columnId, 'startPoint.value.columnId')
  }
}

export function checkTable(context: ElementContext): void {
  const { element } = context
  const folderIds = new Set(records(element.folders).map(([, folder]) => folder.id))
  const columnOrFolder = (id: unknown, path: string) => {
    if (!folderIds.has(id)) context.ownColumn(id, path)
  }
  const groupedIn = new Map<string, string>()
  for (const [index, grouping] of records(element.groupings)) {
    const path = `groupings[${index}]`
    const members = new Set<string>()
    for (const list of ['groupBy', 'calculations'] as const) {
      for (const [position, id] of strings(grouping[list])) {
        const place = `${path}.${list}[${position}]`
        columnOrFolder(id, place)
        const first = groupedIn.get(id)
        if (first !== undefined) {
          context.problem(
            place,
            `Column '${id}' is referenced from both '${first}' and '${place}'`,
            'A column can be in one grouping only.',
          )
        }
        groupedIn.set(id, place)
        members.add(id)
      }
    }
    checkSort(context, grouping.sort, `${path}.sort`, (id) => members.has(id))
  }
  const summary = new Set(strings(element.summary).map(([, id]) => id))
  for (const [index, id] of strings(element.summary)) context.ownColumn(id, `summary[${index}]`)
  for (const [index, id] of strings(element.order)) columnOrFolder(id, `order[${index}]`)
  for (const [index, folder] of records(element.folders)) {
    for (const [position, id] of strings(folder.items)) columnOrFolder(id, `folders[${index}].items[${position}]`)
  }
  checkSort(context, element.sort, 'sort', (id) => context.columnIds.has(id) && !groupedIn.has(id) && !summary.has(id))
  for (const [index, rule] of records(element.columnSecurities)) {
    for (const [position, id] of strings(rule.restrictedColumns)) {
      context.ownColumn(id, `columnSecurities[${index}].restrictedColumns[${position}]`)
    }
  }
  for (const [index, metric] of records(element.metrics)) {
    if (isRecord(metric.timeline))
      context.ownColumn(metric.timeline.dateColumnId, `metrics[${index}].timeline.dateColumnId`)
  }
  for (const [index, relationship] of records(element.relationships))
    checkRelationship(context, relationship, `relationships[${index}]`)
}

function checkSort(
  context: ElementContext,
  sort: unknown,
  path: string,
  isAtLevel: (columnId: string) => boolean,
): void {
  for (const [index, entry] of records(sort)) {
    if (typeof entry.columnId !== 'string' || isAtLevel(entry.columnId)) continue
    context.problem(
      `${path}[${index}].columnId`,
      'Sort column not found',
      context.columnIds.has(entry.columnId)
        ? `'${entry.columnId}' is not at this level; sort by it where it stands (grouping or rows).`
        : `The element has no column '${entry.columnId}'.`,
    )
  }
}

function checkRelationship(context: ElementContext, relationship: Record<string, unknown>, path: string): void {
  if (typeof relationship.targetElementId !== 'string') return
  const target = findElement(context.document, relationship.targetElementId)
  if (!target) context.notFound(`${path}.targetElementId`, relationship.targetElementId)
  for (const [index, key] of records(relationship.keys)) {
    context.ownColumn(key.sourceColumnId, `${path}.keys[${index}].sourceColumnId`)
    if (target && !hasColumn(target, key.targetColumnId)) {
      context.notFound(`${path}.keys[${index}].targetColumnId`, key.targetColumnId)
    }
  }
}

export function checkPivot(context: ElementContext): void {
  const { element } = context
  const totals = ['grand-row-total', 'grand-column-total']
  for (const [index, total] of records(element.axisTotals)) {
    const path = `axisTotals[${index}]`
    if (!totals.includes(String(total.axisId))) context.ownColumn(total.axisId, `${path}.axisId`)
    for (const list of ['calculations', 'cellFormats']) {
      for (const [position, entry] of records(total[list])) {
        context.ownColumn(entry.columnId, `${path}.${list}[${position}].columnId`)
      }
    }
  }
  const shelved = ['rowsBy', 'columnsBy'].flatMap((shelf) => pointerListUses(element, shelf))
  for (const [index, line] of records(element.adhocCalcs)) {
    const path = `adhocCalcs[${index}]`
    context.ownColumn(line.inColumn, `${path}.inColumn`)
    if (context.columnIds.has(String(line.inColumn)) && !shelved.some(({ columnId }) => columnId === line.inColumn)) {
      context.warning(
        `${path}.inColumn`,
        `The calculated line is not shown: '${String(line.inColumn)}' is on no shelf`,
        'Name a column of rowsBy or columnsBy.',
      )
    }
    for (const list of ['in', 'calculations']) {
      for (const [position, entry] of records(line[list])) {
        context.ownColumn(entry.columnId, `${path}.${list}[${position}].columnId`)
      }
    }
  }
  for (const shelf of ['rowsBy', 'columnsBy']) {
    for (const [index, entry] of records(element[shelf])) {
      if (isRecord(entry.sort) && entry.sort.by !== 'row-count') {
        context.ownColumn(entry.sort.by, `${shelf}[${index}].sort.by`)
      }
    }
  }
}

export function checkInputTable(context: ElementContext): void {
  const { element } = context
  const from = isRecord(element.source) && element.source.kind === 'linked' ? element.source.from : undefined
  const source = typeof from === 'string' ? findElement(context.document, from) : undefined
  if (typeof from === 'string' && from !== '' && !source) {
    context.notFound('source.from', from, 'No element of the document has this id.')
  }
  for (const [index, column] of records(element.columns)) {
    const path = `columns[${index}]`
    if (column.key !== undefined && source && !hasColumn(source, column.key)) {
      context.notFound(`${path}.key`, column.key, `'${source.id}' has no column of this id.`)
    }
    const { valuesFrom } = column
    if (!isRecord(valuesFrom) || typeof valuesFrom.element !== 'string') continue
    const values = findElement(context.document, valuesFrom.element)
    if (!values) context.notFound(`${path}.valuesFrom.element`, valuesFrom.element)
    else if (!hasColumn(values, valuesFrom.column)) context.notFound(`${path}.valuesFrom.column`, valuesFrom.column)
  }
  for (const [index, id] of strings(element.summary)) context.ownColumn(id, `summary[${index}]`)
  checkSort(context, element.sort, 'sort', (id) => context.columnIds.has(id))
}

import { allElements, columnNames, columnsOf, elementLabel, type WorkbookDocument } from '@octavo/core/document'

/** The columns of all tables of the document as options, whose values are element and column id as JSON. */
export function columnsOfTables(document: WorkbookDocument) {
  const tables = allElements(document).filter(({ kind }) => kind === 'table' || kind === 'input-table')
  return tables.flatMap((table) => {
    const names = columnNames(columnsOf(table))
    return columnsOf(table).map(({ id }) => ({
      value: JSON.stringify([table.id, id]),
      label: names.get(id) ?? id,
      group: elementLabel(table),
    }))
  })
}

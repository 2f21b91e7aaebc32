import { createCatalog } from '../catalog/index.ts'
import { formulaRoutes } from '../http/routes/formulas.ts'
import { pageDataRoutes } from '../http/routes/page-data.ts'
import { pictureRoutes } from '../http/routes/pictures.ts'
import { queryRunRoutes } from '../http/routes/query-runs.ts'
import { sqlTextRoutes } from '../http/routes/sql-texts.ts'
import { storedRowRoutes } from '../http/routes/stored-rows.ts'
import { workbookSpecRoutes } from '../http/routes/workbook-spec.ts'
import { createDataModelSource } from '../services/documents/data-model-source.ts'
import { createDocumentSpecs } from '../services/documents/document-specs.ts'
import type { Documents } from '../services/documents/documents.ts'
import { createFormulas } from '../services/formulas/formulas.ts'
import { createConnectionEdits } from '../services/input-tables/connection-edits.ts'
import { createCsvFiles } from '../services/input-tables/csv-files.ts'
import { createEditTroubleMails } from '../services/input-tables/edit-trouble-mails.ts'
import { createEditTroubles } from '../services/input-tables/edit-troubles.ts'
import { createInputTables } from '../services/input-tables/input-tables.ts'
import { createRowEvents } from '../services/input-tables/row-events.ts'
import { createRowLists } from '../services/input-tables/row-lists.ts'
import { createRowMoves } from '../services/input-tables/row-moves.ts'
import { createRowSettling } from '../services/input-tables/row-settling.ts'
import { createSeenRows } from '../services/input-tables/seen-rows.ts'
import { createStoredRows } from '../services/input-tables/stored-rows.ts'
import { createColumnDetails } from '../services/pages/column-details.ts'
import { createPageData } from '../services/pages/page-data.ts'
import { createPictures } from '../services/pictures/pictures.ts'
import { createDocumentCheck } from '../services/queries/document-check.ts'
import { createElementCompiler, type ElementCompiler } from '../services/queries/element-compiler.ts'
import { createOfferedValues, type OfferedValues } from '../services/queries/offered-values.ts'
import { createQueries, type Queries } from '../services/queries/queries.ts'
import { createQueryHistory } from '../services/queries/query-history.ts'
import { createQueryLog } from '../services/queries/query-log.ts'
import { createSqlTexts } from '../services/queries/sql-texts.ts'
import { createStoredElements } from '../services/queries/stored-elements.ts'
import type { DocumentServices } from './document-services.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const queryResources = [
  formulaRoutes,
  pageDataRoutes,
  pictureRoutes,
  queryRunRoutes,
  sqlTextRoutes,
  storedRowRoutes,
  workbookSpecRoutes,
]

export function queryServices(
  base: Base,
  { addresses, documents, draftReaders, inodes, viewReader }: DocumentServices,
) {
  const { store, clock, sessions } = base
  const catalog = createCatalog({
    store,
    sessions,
    clock,
    dataModel: createDataModelSource({ store, documents }),
    storedRows: createStoredRows(base).find,
  })
  const storedElements = createStoredElements(base)
  const compiler = createElementCompiler({ store, clock, catalog, storedElements })
  const queryLog = createQueryLog(base)
  const queries = createQueries({ store, sessions, clock, compiler, access: base.access, log: queryLog })
  const offeredValues = createOfferedValues({ queries })
  const check = createDocumentCheck({ compiler, reportBug: base.reportBug })
  return {
    catalog,
    compiler,
    queries,
    queryLog,
    queryHistory: createQueryHistory({ ...base, queryLog }),
    sqlTexts: createSqlTexts(base),
    check,
    specs: createDocumentSpecs({ store, addresses, documents, inodes, check }),
    pageData: createPageData({ store, compiler, queries, reportBug: base.reportBug }),
    columnDetails: createColumnDetails({ viewReader, draftReaders, queries, offeredValues }),
    formulas: createFormulas({ documents, viewReader, compiler }),
    csvFiles: createCsvFiles(base),
    pictures: createPictures({ ...base, documents, inodes }),
    ...inputTableServices(base, { documents, queries, compiler, offeredValues }),
    rowEvents: createRowEvents({ ...base, documents }),
  }
}

function inputTableServices(
  base: Base,
  {
    documents,
    queries,
    compiler,
    offeredValues,
  }: { documents: Documents; queries: Queries; compiler: ElementCompiler; offeredValues: OfferedValues },
) {
  const editTroubles = createEditTroubles(base)
  const rowMoves = createRowMoves(base)
  const connectionEdits = createConnectionEdits({ ...base, editTroubles, rowMoves })
  const given = { ...base, documents, editTroubles, rowMoves, connectionEdits }
  return {
    editTroubles,
    inputTables: createInputTables({
      ...given,
      offeredValues,
      seenRows: createSeenRows({ ...base, queries, compiler }),
    }),
    rowLists: createRowLists(given),
    rowSettling: createRowSettling(given),
    editTroubleMails: createEditTroubleMails(base),
  }
}

export type QueryServices = ReturnType<typeof queryServices>

import type { RowEvent } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { useEffect } from 'react'
import type { PageData } from '../editor/index.ts'
import { createEventStream } from '../event-stream.ts'

/** The page reloads rows that were entered here by itself in this time. */
const ownMs = 150

interface ShownRows {
  workbookId: string
  document: WorkbookDocument
  data: PageData | undefined
}

/** Reloads the page when others enter rows into an input table of the workbook. Workbooks without one open no stream. */
export function useRowEvents({ workbookId, document, data }: ShownRows): void {
  const hasInputTables = Object.values(document.elements).some(({ kind }) => kind === 'input-table')
  useEffect(() => {
    if (!hasInputTables || !data) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const isOld = ({ elementId, revision }: { elementId: string; revision: number }) =>
      (data.element(elementId).inputRevision ?? 0) < revision
    const readAgain = (tables: readonly { elementId: string; revision: number }[]) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (tables.some(isOld)) data.reload()
      }, ownMs)
    }
    const address = `/v2/workbooks/${encodeURIComponent(workbookId)}/rows/events`
    let isFirst = true
    const stream = createEventStream<RowEvent>(address, ['rows', 'editing'], (event) => {
      if (event.event === 'rows') readAgain([event])
      // A new stream sends stopped tables after `begin`, and nothing when there are none.
      if (event.event === 'begin') data.setStoppedEdits(new Map())
      if (event.event === 'editing') {
        data.setStoppedEdits(new Map(event.stopped.map(({ elementId, message }) => [elementId, message])))
      }
      // Loads what changed while the stream was broken; the first time the page has just been loaded.
      if (event.event === 'begin' && !isFirst) readAgain(event.tables)
      isFirst = false
    })
    stream.open()
    return () => {
      clearTimeout(timer)
      stream.close()
    }
  }, [workbookId, hasInputTables, data])
}

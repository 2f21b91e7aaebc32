import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { fileQuery, requestWorkbook, workbookQuery } from './request-workbook.ts'
import { viewInAddress } from './view-address.ts'

afterEach(() => vi.unstubAllGlobals())

function server() {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const body = address.includes('/bookmarks') ? { entries: [] } : { workbookId: 'w1' }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
  return asked
}

it('requests what the page of a workbook needs, so that the page itself requests none of it again', async () => {
  const asked = server()
  const queries = new QueryClient()
  requestWorkbook(queries, 'Sales-2TQmUnneg', '')
  await queries.fetchQuery(workbookQuery('2TQmUnneg', viewInAddress({})))
  await queries.fetchQuery(fileQuery('2TQmUnneg'))
  expect(asked.sort()).toEqual([
    '/v2/files/2TQmUnneg',
    '/v2/workbooks/2TQmUnneg/bookmarks?limit=1000',
    '/v2/workbooks/2TQmUnneg/spec?form=nested',
  ])
})

it('requests the view in the address, and nothing while its name is replaced', async () => {
  const asked = server()
  const queries = new QueryClient()
  requestWorkbook(queries, 'Sales-2TQmUnneg', '?:bookmark=b1')
  expect(asked).toEqual([])
  requestWorkbook(queries, 'Sales-2TQmUnneg', '?:savedView=b1')
  await queries.fetchQuery(workbookQuery('2TQmUnneg', viewInAddress({ ':savedView': 'b1' })))
  expect(asked).toContain('/v2/workbooks/2TQmUnneg/spec?form=nested&bookmarkId=b1')
  expect(asked.filter((address) => address.includes('/spec'))).toHaveLength(1)
})

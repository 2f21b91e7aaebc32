// @vitest-environment happy-dom
import { readFormN } from '@octavo/core/document'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OpenPageProvider, useElementData } from '../editor/index.ts'
import { useReaderPage } from './use-reader-page.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const tiles = ['a', 'b', 'c']
const { document } = readFormN({
  schemaVersion: 1,
  pages: [{ id: 'p', name: 'Page', elements: tiles.map((id) => ({ id, kind: 'text', body: id })) }],
})

it('requests the rows of a page before it renders the elements, and renders each once until rows arrive', async () => {
  const requested: string[] = []
  vi.stubGlobal('fetch', (address: URL | string) => {
    requested.push(String(address))
    return new Promise(() => {})
  })
  const rendered: { id: string; requests: number; status: string }[] = []
  function Tile({ id }: { id: string }) {
    const { status } = useElementData(id)
    rendered.push({ id, requests: requested.length, status })
    return null
  }
  function Opened() {
    const reading = { workbookId: 'w', document, pages: document.pages, zone: 'UTC' }
    const { open } = useReaderPage({ ...reading, canExport: false, copiesOneCell: false })
    return (
      open && (
        <OpenPageProvider value={open}>
          {tiles.map((id) => (
            <Tile key={id} id={id} />
          ))}
        </OpenPageProvider>
      )
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Opened }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(rendered.length).toBeGreaterThan(0))
  await new Promise((done) => setTimeout(done, 50))
  expect(requested).toEqual([expect.stringContaining('/v2/workbooks/w/pages/p/data')])
  expect(rendered).toEqual(tiles.map((id) => ({ id, requests: 1, status: 'waiting' })))
})

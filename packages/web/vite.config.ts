import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where a server runs during development; the built app is served by the server itself. */
const serverAddress = 'http://127.0.0.1:4400'

/**
 * Modules that every page of a workbook loads: the router, and small ones of our own. Alone each would be a file of its own, since
 * other pages share it; together they are compressed together.
 */
const ofEveryPage =
  /node_modules\/@tanstack\/(?:react-router|router-core)\/|packages\/web\/src\/(?:session|embedded|raw-search|explain|ui\/(?:class-names|tab-look|field-look|notify|Banner|IconButton|Message|Skeleton)|editor\/(?:read-lines|level-rows|page-state|use-element-data|open-page|draft\/editor-context)|elements\/(?:picture-address|use-loadable|surface-theme|background-theme|element-style|GridOrStack|table\/table-shape|chart\/ChartSkeleton)|pages\/workbook-address)\.tsx?$/

/** What changes a document, which the editors of workbooks and data models share. */
const ofEveryEditor = /packages\/core\/src\/document\/(?:gestures|edits)\//

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [{ find: /^temporal-polyfill$/, replacement: fileURLToPath(new URL('src/temporal.ts', import.meta.url)) }],
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', test: ofEveryPage, priority: 2 },
            { name: 'editing', test: ofEveryEditor, priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v2': serverAddress, '/auth': serverAddress } },
})

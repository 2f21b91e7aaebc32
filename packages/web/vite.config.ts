import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where a server runs during development; the built app is served by the server itself. */
const serverAddress = 'http://127.0.0.1:4400'

/**
 * Small modules that every page of a workbook loads. Alone each would be a file of its own, since other pages share it;
 * together they are compressed together.
 */
const ofEveryPage =
  /packages\/web\/src\/(?:session|explain|ui\/(?:class-names|tab-look|field-look|notify|Banner|IconButton|Message|Skeleton)|editor\/(?:read-lines|level-rows|page-state|use-element-data|draft\/editor-context)|elements\/(?:surface-theme|background-theme|element-style|GridOrStack|table\/table-shape|chart\/ChartSkeleton)|pages\/workbook-address)\.tsx?$/

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', test: ofEveryPage }] } } },
  },
  server: { proxy: { '/v2': serverAddress, '/auth': serverAddress } },
})

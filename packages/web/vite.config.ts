import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { pageChunks } from './page-chunks.ts'

/** Where a server runs during development; the built app is served by the server itself. */
const serverAddress = 'http://127.0.0.1:4400'

/** What the build and the look at its chunks before it have in common. */
const common: InlineConfig = {
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [{ find: /^temporal-polyfill$/, replacement: fileURLToPath(new URL('src/temporal.ts', import.meta.url)) }],
  },
}

export default defineConfig(async ({ command }) => {
  const chunkOf = command === 'build' ? await pageChunks(common) : new Map<string, string>()
  return {
    ...common,
    build: {
      target: 'es2023',
      sourcemap: false,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                debugName: 'pages',
                name: (module: string) => chunkOf.get(module) ?? null,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
    server: { proxy: { '/v2': serverAddress, '/auth': serverAddress } },
  }
})

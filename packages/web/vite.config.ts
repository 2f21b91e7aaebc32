import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where a server runs during development; the built app is served by the server itself. */
const serverAddress = 'http://127.0.0.1:4400'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 700 },
  server: { proxy: { '/v2': serverAddress, '/auth': serverAddress } },
})

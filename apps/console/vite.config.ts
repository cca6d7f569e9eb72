import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': server, '/v1': server } },
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true },
})

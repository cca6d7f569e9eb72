import '@fontsource/roboto/latin-400.css'
import '@fontsource/roboto/latin-500.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadStatus } from './api/session.ts'
import { App } from './app.tsx'
import { startLanguage } from './i18n/index.ts'
import './style.css'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has lost its root element')

await startLanguage()
void loadStatus()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// Code and Chinese on machines without their own font; neither may hold up the first paint.
void import('./late-fonts.ts')

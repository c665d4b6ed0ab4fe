import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, begin } from './app'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
void begin().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
)

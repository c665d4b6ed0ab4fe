import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, prepareFirstRender } from './app'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
void prepareFirstRender().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
)

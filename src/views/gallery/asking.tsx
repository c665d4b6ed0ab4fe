import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Around } from './around'

/** A console for what asks a backend: there is none, so every answer stays away. */
export function Asking({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { enabled: false } } }))
  return (
    <QueryClientProvider client={queries}>
      <Around roles={['admin']}>{children}</Around>
    </QueryClientProvider>
  )
}

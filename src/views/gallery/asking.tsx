import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Around } from './around'

/** A console for components that send requests. All queries stay pending, because there is no backend. */
export function Asking({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { enabled: false } } }))
  return (
    <QueryClientProvider client={queries}>
      <Around roles={['admin']}>{children}</Around>
    </QueryClientProvider>
  )
}

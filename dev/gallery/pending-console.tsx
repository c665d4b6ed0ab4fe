import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { GalleryConsole } from './gallery-console'

/** A console for components that send requests. All queries stay pending, because there is no backend. */
export function PendingConsole({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { enabled: false } } }))
  return (
    <QueryClientProvider client={queries}>
      <GalleryConsole roles={['admin']}>{children}</GalleryConsole>
    </QueryClientProvider>
  )
}

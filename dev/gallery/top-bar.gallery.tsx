import { type ReactNode, useEffect, useState } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { about } from '@/api/about'
import { consoleConfigQuery } from '@/api/config'
import { Page } from '../../src/views/shared/page/page'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'

/** A console with known versions. */
function Known({ children }: { children: ReactNode }) {
  const [queries] = useState(() => {
    const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
    client.setQueryData(consoleConfigQuery().queryKey, { version: '1.0.871', backend: 'embedded', signIn: 'kratos' })
    client.setQueryData(about().queryKey, 'v1.1.2')
    return client
  })
  return (
    <QueryClientProvider client={queries}>
      <GalleryConsole roles={['admin']} account={{ name: 'Ada Lovelace' }}>
        {children}
      </GalleryConsole>
    </QueryClientProvider>
  )
}

/** Opens the menu once it has loaded. */
function Opened({ menu }: { menu: string }) {
  useEffect(() => {
    const press = () => {
      const all = [...document.querySelectorAll<HTMLButtonElement>('header [aria-haspopup=menu]')]
      // On small screens only this menu is available.
      const button = all.find((one) => one.ariaLabel === menu || one.ariaLabel === 'More')
      if (!button || button.ariaDisabled === 'true') return false
      button.click()
      return true
    }
    if (press()) return
    const watcher = new MutationObserver(() => press() && watcher.disconnect())
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true })
    return () => watcher.disconnect()
  }, [menu])
  return (
    <Known>
      <Page title="Health">{null}</Page>
    </Known>
  )
}

export default {
  title: 'Top bar',
  states: {},
  pages: {
    Closed: () => (
      <Known>
        <Page title="Health">{null}</Page>
      </Known>
    ),
    Public: () => (
      <GalleryConsole isReadOnly roles={[]}>
        <Page title="Health">{null}</Page>
      </GalleryConsole>
    ),
    Preferences: () => <Opened menu="Preferences" />,
    Help: () => <Opened menu="Help" />,
    'Your account': () => <Opened menu="Your account" />,
  },
} satisfies Exhibit

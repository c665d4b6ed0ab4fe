import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Page } from '@/shared/routing/page'
import { type LazyComponent, lazyComponent } from '@/ui/lazy-component'

/** A page or a tab, with an optional prefetch of its first rows, which does not need it to render. */
export type Prefetchable = { prefetch?: (queries: QueryClient) => Promise<void> | undefined }

type TabModule = Prefetchable & { default: ComponentType<never> }

const modules = import.meta.glob<TabModule>('../../**/*.tab.tsx')

/** Loads the module of a tab with an address of its own; undefined if the page has no such tab. */
export function tabLoader({ tabs }: Pick<Page, 'tabs'>, tab: string): (() => Promise<TabModule>) | undefined {
  const file = tabs?.[tab]
  if (file === undefined) return undefined
  const load = modules[file.replace('src/views/', '../../')]
  if (!load) throw new Error(`${file} is not the module of a tab.`)
  return load
}

/**
 * The tabs of a page, whose description names their modules.
 * @param names the name of each tab in the middle of a sentence: `the changes`
 */
export function lazyTabs<P extends object, T extends string>(
  page: { tabs: Readonly<Record<T, string>> },
  names: Readonly<Record<T, string>>
): Readonly<Record<T, LazyComponent<P>>> {
  const tabs = Object.entries<string>(names).map(([tab, what]) => {
    const load = tabLoader(page, tab) as () => Promise<{ default: ComponentType<P> }>
    return [tab, lazyComponent<P>({ what, load })]
  })
  return Object.fromEntries(tabs) as Record<T, LazyComponent<P>>
}

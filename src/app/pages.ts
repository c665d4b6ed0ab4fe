import type { ComponentType } from 'react'
import type { Page } from '../shared/routing/page'
import { findFormerPage, findPage, resources } from '../shared/routing/registry'
import { loadModule } from '../lib/load-module'
import { loadDetails } from '../resources/registry'
import type { Resource } from '@/shared/routing/resource'
import { prefetchModule } from '../ui/use-loaded'
import { lazyPage } from '../views/shared/page/lazy-page'
import { type Prefetchable, tabLoader } from '../views/shared/page/page-tabs'

type PageModule = Prefetchable & { default: ComponentType }
type Load = () => Promise<PageModule>

const modules = import.meta.glob<PageModule>('../views/**/*.page.tsx')
const commands = import.meta.glob<object>('../commands/settings/pages/*.ts')

/** Loads the commands with the page whose buttons call them. */
const loadCommands = async ({ name }: Resource) => commands[`../commands/settings/pages/${name}.ts`]?.()

const loadResourcePage = () => import('../views/settings/resources/resource-page')
const loadItemPage = () => import('../views/settings/resources/item-page')

const listLoader =
  (resource: Resource): Load =>
  async () => {
    const [{ resourcePage }, details] = await Promise.all([
      loadModule(loadResourcePage),
      loadDetails(resource.kind),
      loadCommands(resource),
    ])
    return { default: await resourcePage(resource, details) }
  }

const itemLoader =
  (resource: Resource): Load =>
  async () => {
    const [{ itemPage }, details] = await Promise.all([
      loadModule(loadItemPage),
      loadDetails(resource.kind),
      loadCommands(resource),
    ])
    return { default: itemPage(resource, details) }
  }

const resourceLoaders = new Map<Page, Load>(
  resources.flatMap((resource) => [
    [resource.list, listLoader(resource)] as const,
    ...(resource.item ? [[resource.item, itemLoader(resource)] as const] : []),
  ])
)

/** Loads the module of a page. The reference is stable. */
function pageLoader(page: Page): Load {
  const load = resourceLoaders.get(page) ?? modules[page.files[0].replace('src/', '../')]
  if (!load) throw new Error(`${page.files[0]} is not the module of a page.`)
  return load
}

const components = new Map<Page, ComponentType>()

/** The component of a page, which is loaded when the page is first opened. */
export function pageComponent(page: Page): ComponentType {
  const component = components.get(page) ?? lazyPage(page.title, pageLoader(page))
  components.set(page, component)
  return component
}

/** Loads the page at a path, and its open tab, before the user is known. */
export function prefetchPageModule(path: string): Promise<Prefetchable | undefined>[] {
  const former = findFormerPage(path)
  const { page, tab } = former ? { page: former, tab: '' } : (findPage(path) ?? {})
  if (!page) return []
  const loadTab = tabLoader(page, tab ?? '')
  return [prefetchModule(pageLoader(page)), ...(loadTab ? [prefetchModule(loadTab)] : [])]
}

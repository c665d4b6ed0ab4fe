import './common-parts'
import { createElement } from 'react'
import { Redirect } from 'wouter'
import { healthPage } from '../shared/pages/health'
import type { Page } from '../shared/routing/page'
import { findFormerPage, findPage } from '../shared/routing/registry'
import { profilePage } from '../shared/pages/sign-in'
import { dashboardPage, HOME_PATH } from '../shared/pages/topology'
import { type FlagsState, FlagsGate } from '../views/shell/access/flags-gate'
import { PageGuard } from '../views/shared/access/page-guard'
import { NotFound } from '../views/shared/page/not-found'
import { pageComponent } from './pages'

type Props = {
  path: string
  isHealthOnly: boolean
  /** Whether users have accounts that can be changed here. */
  hasProfile: boolean
  flags: FlagsState
}

/** Shows the page at a path, with the access that the page needs. */
export function Routes({ path, isHealthOnly, hasProfile, flags }: Props) {
  const target = redirectTarget(path, isHealthOnly)
  const page = findPage(path)?.page
  const isAvailable = page && (isHealthOnly ? page.isInHealthOnlyMode : page.path !== profilePage.path)
  const isProfile = page?.path === profilePage.path && hasProfile
  const shown = isAvailable || isProfile ? page : undefined
  if (shown?.ignoresFlags) return <ShownPage page={shown} />
  return (
    <FlagsGate answer={flags}>
      {target ? <Redirect to={target.path} replace /> : shown ? <ShownPage page={shown} /> : <NotFound path={path} />}
    </FlagsGate>
  )
}

function redirectTarget(path: string, isHealthOnly: boolean): Page | undefined {
  if (path === HOME_PATH) return isHealthOnly ? healthPage : dashboardPage
  return isHealthOnly ? undefined : findFormerPage(path)
}

function ShownPage({ page }: { page: Page }) {
  const shown = createElement(pageComponent(page), { key: page.path })
  return page.access ? (
    <PageGuard title={page.title} {...page.access}>
      {shown}
    </PageGuard>
  ) : (
    shown
  )
}
